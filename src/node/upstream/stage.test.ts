import { expect, test } from 'vitest';
import { noSignal } from '../../../test/support/testCore';
import { KeptLog } from '../../../test/support/keptLog';
import { serverId } from '../../shared/ids';
import { StageConnector } from './stage';

test('a server on the stage lists its tools and ends as a real one does, and nothing is said of it', async () => {
  const log = new KeptLog();
  const server = serverId('stage');
  if (server === undefined) throw new Error('That is a name.');
  const hooks = { onToolsChanged() {}, onNotice() {}, onClosed() {} };
  const launch = { type: 'stdio', command: 'stage', args: [], env: {} } as const;
  const connection = await new StageConnector('1.0.0', log).connect(server, launch, hooks);
  expect(await connection.listTools(noSignal())).toHaveLength(60);
  await connection.close();
  expect(log.lines).toEqual([]);
});
