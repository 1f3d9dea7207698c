import { expect, test } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { textResult, toolNamed } from '../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../test/support/testCore';

const files = idOf('files');

/** Lets time pass in steps, as it does. */
async function pass(clock: { advance(ms: number): void }, ms: number, stepMs = 100): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += stepMs) {
    clock.advance(stepMs);
    await settle();
  }
}

test('leaves a server alone that dies at every start, says when it is tried again, and tries when a person asks', async () => {
  const { activate, call, servers, gateway, clock } = await gatewayWorld();
  await activate(anna, 'files');
  servers.servers.get('files')!.startFailure = 'It exited with code 3.';
  servers.crash('files');
  for (let seconds = 0; seconds < 120; seconds += 3) {
    const refused = expect(call(anna, 'files__read')).rejects.toMatchObject({ name: 'Refusal' });
    // A start that may begin within 2 s is waited for.
    await pass(clock, 3_000, 1_000);
    await refused;
  }
  // The first start that worked, and those of two minutes.
  expect(servers.starts).toBeLessThanOrEqual(1 + 6);
  await expect(call(anna, 'files__read')).rejects.toMatchObject({
    code: 'start-paused',
    message: expect.stringMatching(
      /^"files" failed repeatedly, so restarts are paused\. "files" did not start\. It exited with code 3\. It can be restarted in \d+ s, or immediately if its entry is fixed or a person turns it on\.$/,
    ),
  });
  expect(gateway.health(files)).toMatchObject({ state: 'error' });

  delete servers.servers.get('files')!.startFailure;
  await expect(activate(ben, 'files')).rejects.toMatchObject({ code: 'start-paused' });
  await gateway.activate(ben, 'files', 'person', noSignal());
  await settle();
  expect(gateway.health(files)).toEqual({ state: 'running' });
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
});

test('ends a server that answers no ping any more, says why, and starts a fresh one with the next call', async () => {
  const { activate, call, servers, gateway, clock } = await gatewayWorld();
  await activate(anna, 'files');
  servers.servers.get('files')!.isSilent = true;
  await pass(clock, 89_000, 1_000);
  expect(servers.names).toEqual(['files']);
  await pass(clock, 2_000, 1_000);
  expect(gateway.health(files)).toEqual({
    state: 'error',
    reason: "It didn't answer 3 pings in a row. Last output: out of memory",
  });
  expect(servers.names).toEqual([]);

  servers.servers.get('files')!.isSilent = false;
  await call(anna, 'files__read');
  expect(gateway.health(files)).toEqual({ state: 'running' });
});

test('lists a server at most twice for a burst of 10,000 changes, and never misses the last one', async () => {
  const { activate, listed, servers, clock } = await gatewayWorld();
  await activate(anna, 'files');
  const before = servers.listings;
  for (let change = 0; change < 10_000; change++) servers.changeTools('files', [`tool${change}`]);
  await pass(clock, 5_000);
  expect(servers.listings - before).toBeLessThanOrEqual(2);
  expect(listed()).toEqual(['files__tool9999']);
});

test('lists a server that never stops changing every 2 s, no more and no less', async () => {
  const { activate, servers, clock } = await gatewayWorld();
  await activate(anna, 'files');
  const before = servers.listings;
  for (let change = 0; change < 600; change++) {
    servers.changeTools('files', [`tool${change}`]);
    await pass(clock, 100);
  }
  expect(servers.listings - before).toBe(30);
});

test('keeps the newest listing when an older one is answered last', async () => {
  const { activate, listed, servers, clock } = await gatewayWorld();
  await activate(anna, 'files');
  const old = Promise.withResolvers<void>();
  const server = servers.servers.get('files')!;
  server.listing = async () => {
    await old.promise;
    return [toolNamed('old')];
  };
  servers.changeTools('files', ['old']);
  await pass(clock, 300);
  delete server.listing;
  servers.changeTools('files', ['new']);
  await pass(clock, 2_000);
  expect(listed()).toEqual(['files__new']);
  old.resolve();
  await settle();
  expect(listed()).toEqual(['files__new']);
});

test('asks nothing of a connection that is gone, and takes nothing over from it', async () => {
  const { activate, call, listed, servers, clock, log } = await gatewayWorld();
  await activate(anna, 'files');
  const server = servers.servers.get('files')!;
  const late = Promise.withResolvers<void>();
  server.listing = async () => {
    await late.promise;
    return [toolNamed('stale')];
  };
  servers.changeTools('files', ['read', 'write']);
  await pass(clock, 300);
  delete server.listing;
  servers.changeTools('files', ['read', 'write']);
  servers.crash('files');
  const before = servers.listings;
  await pass(clock, 5_000);
  late.resolve();
  await settle();
  expect(servers.listings).toBe(before);
  expect(listed()).toEqual(['files__read', 'files__write']);
  expect(log.lines.filter(line => line.includes('Listing tools again failed'))).toEqual([]);
  await call(anna, 'files__read');
});
