import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { FakeServers } from '../../test/support/fakeServers';
import { KeptLog } from '../../test/support/keptLog';
import { StoppedClock } from '../../test/support/stoppedClock';
import { jsonSchemaCheck } from '../node/upstream/jsonSchemaCheck';
import { rehearse } from './rehearsal';

async function rehearsed(connector: FakeServers, clock = new StoppedClock()): Promise<KeptLog> {
  const log = new KeptLog();
  let last = 0;
  await rehearse({
    clock,
    ids: { next: () => `id-${++last}` },
    sha256: text => createHash('sha256').update(text).digest('hex'),
    checkSchema: jsonSchemaCheck(),
    connector,
    version: '1.0.0',
    log,
  });
  return log;
}

test('activates the server of the stage to the end, leaves it not running, and says nothing', async () => {
  const servers = new FakeServers().add('stage', { tools: ['look'] });
  const log = await rehearsed(servers);
  expect({ starts: servers.starts, listings: servers.listings, running: servers.running.size }).toEqual({
    starts: 1,
    listings: 1,
    running: 0,
  });
  expect(log.lines).toEqual([]);
});

test('a rehearsal that fails is no failure of the program', async () => {
  const clock = new StoppedClock();
  clock.after = () => {
    throw new TypeError('No time.');
  };
  expect((await rehearsed(new FakeServers(), clock)).lines).toEqual([
    'debug The first activation could not be rehearsed',
  ]);
});
