import { expect, test } from 'vitest';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { textResult } from '../../../test/support/fakeServers';
import { settle } from '../../../test/support/testCore';

/** A world in which `files` is on for both chats and a call of its `read` hangs until it is told to go on. */
async function hangingWorld() {
  const world = await gatewayWorld();
  const asked: AbortSignal[] = [];
  const goOn = Promise.withResolvers<void>();
  world.servers.servers.get('files')!.answer = async (tool, _input, { signal }) => {
    asked.push(signal);
    await goOn.promise;
    return textResult(tool);
  };
  for (const caller of [anna, ben]) await world.activate(caller, 'files');
  return { ...world, asked, goOn };
}

test('cancels a call whose server its own chat switches off, says so to both, and only then lets go', async () => {
  const { call, gateway, asked, servers } = await hangingWorld();
  await gateway.deactivate(ben, 'files');
  const hanging = call(anna, 'files__read');
  hanging.catch(() => undefined);
  await settle();
  expect(asked).toHaveLength(1);

  expect(await gateway.deactivate(anna, 'files')).toMatchObject({ toolsRemoved: 2, callsCancelled: 1 });
  await expect(hanging).rejects.toMatchObject({
    code: 'deactivated',
    message:
      '"files" was turned off in this session while "read" was under way: the call was cancelled. Call mcp_activate with name "files" to use it again.',
  });
  expect(asked[0]?.aborted).toBe(true);
  expect(servers.names).toEqual([]);
});

test("leaves another chat's call alone", async () => {
  const { call, gateway, asked, goOn } = await hangingWorld();
  const going = call(ben, 'files__read');
  await settle();
  expect(await gateway.deactivate(anna, 'files')).toMatchObject({ callsCancelled: 0 });
  expect(asked[0]?.aborted).toBe(false);
  goOn.resolve();
  expect(await going).toEqual(textResult('read'));
});

test('says of a call that a person ended with its server that it was they', async () => {
  const { call, gateway } = await hangingWorld();
  const hanging = call(anna, 'files__read');
  hanging.catch(() => undefined);
  await settle();
  await gateway.switchFor(gateway.session(anna.session)!, 'files', false);
  await expect(hanging).rejects.toMatchObject({
    code: 'deactivated',
    message:
      '"files" was turned off in this session (disabled) while "read" was under way: the call was cancelled. Call mcp_environment to see why.',
  });
});

test('is on again at once where it is activated while its calls end', async () => {
  const { activate, call, gateway, goOn, listed } = await hangingWorld();
  const hanging = call(anna, 'files__read');
  hanging.catch(() => undefined);
  await settle();
  const off = gateway.deactivate(anna, 'files');
  const on = activate(anna, 'files');
  await Promise.all([off, on]);
  goOn.resolve();
  expect(await call(anna, 'files__read')).toEqual(textResult('read'));
  expect(listed()).toContain('files__read');
});
