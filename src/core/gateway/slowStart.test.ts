import { expect, test } from 'vitest';
import { anna, gatewayWorld } from '../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../test/support/testCore';

/** A server that comes up when the test says so, and somebody who activates it as a client does that hears nothing meanwhile. */
async function slowWorld() {
  const world = await gatewayWorld();
  world.servers.servers.get('files')!.isSlow = true;
  const ask = (signal = noSignal()) => {
    const asked = world.gateway.activate(anna, 'files', 'agent', signal, { isImpatient: true });
    asked.catch(() => undefined);
    return asked;
  };
  return { ...world, ask };
}

test('answers before clients give up, and goes on: the next call waits for the same start', async () => {
  const { ask, clock, servers, listed } = await slowWorld();
  const leaving = new AbortController();
  const first = ask(leaving.signal);
  await settle();
  clock.advance(45_000);
  await expect(first).rejects.toMatchObject({
    code: 'still-starting',
    message: expect.stringContaining('Call mcp_activate with name "files" again to wait for it'),
  });
  // The request is over, whatever becomes of its signal.
  leaving.abort(new Error('over'));
  const second = ask();
  await settle();
  clock.advance(44_000);
  servers.finishStarts();
  expect((await second).tools).toHaveLength(2);
  expect([servers.starts, listed().length]).toEqual([1, 2]);
});

test('is active when it is up, without another call', async () => {
  const { ask, clock, servers, listed } = await slowWorld();
  const asked = ask();
  await settle();
  clock.advance(45_000);
  await expect(asked).rejects.toMatchObject({ code: 'still-starting' });
  servers.finishStarts();
  await settle();
  expect(listed()).toHaveLength(2);
});

test('can be ended while it starts', async () => {
  const { ask, clock, servers, gateway, listed } = await slowWorld();
  const asked = ask();
  await settle();
  clock.advance(45_000);
  await expect(asked).rejects.toMatchObject({ code: 'still-starting' });
  expect(await gateway.deactivate(anna, 'files')).toMatchObject({ toolsRemoved: 0 });
  await settle();
  servers.finishStarts();
  await settle();
  expect([servers.names, listed()]).toEqual([[], []]);
  // Switched off is not failed: it starts at once when it is wanted again.
  servers.servers.get('files')!.isSlow = false;
  expect((await ask()).start).toBe('started');
});

test('waits on for whoever hears that it goes on', async () => {
  const { gateway, clock, servers } = await slowWorld();
  const asked = gateway.activate(anna, 'files', 'agent', noSignal());
  await settle();
  clock.advance(100_000);
  servers.finishStarts();
  expect((await asked).tools).toHaveLength(2);
});
