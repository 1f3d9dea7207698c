import { expect, test } from 'vitest';
import { anna, ben, gatewayWorld } from '../../../test/support/gatewayWorld';
import { textResult } from '../../../test/support/fakeServers';
import { shownTools } from './tools/toolChoice';
import { noSignal } from '../../../test/support/testCore';

async function world() {
  const made = await gatewayWorld();
  made.servers.servers.get('files')!.tools = ['read', 'write', 'wipe', 'list'];
  const choose = (caller: typeof anna, tools?: readonly string[]) =>
    made.gateway.activate(caller, 'files', 'agent', noSignal(), { tools: tools && { names: tools } });
  return { ...made, choose };
}

test('lists only the tools that were chosen, and calls the others all the same', async () => {
  const { choose, listed, call } = await world();
  const report = await choose(anna, ['read', 'files__list']);
  expect([report.tools.map(({ exposedName }) => exposedName), report.leftOut.length]).toEqual([
    ['files__read', 'files__list'],
    2,
  ]);
  expect(listed()).toEqual(['files__read', 'files__list']);
  expect(await call(anna, 'files__wipe')).toEqual(textResult('wipe'));
});

test('the same call lists more, and without a choice all', async () => {
  const { choose, listed } = await world();
  await choose(anna, ['read']);
  expect(await choose(anna, ['wipe'])).toMatchObject({ alreadyActive: true, leftOut: [{}, {}] });
  expect(listed()).toEqual(['files__read', 'files__wipe']);
  expect(await choose(anna)).toMatchObject({ leftOut: [] });
  expect(listed()).toHaveLength(4);
  // All are listed: a choice narrows them.
  await choose(anna, ['read']);
  expect(listed()).toEqual(['files__read']);
});

test('a list that chats share shows what any of them chose', async () => {
  const { choose, listed, gateway } = await world();
  await choose(anna, ['read']);
  await choose(ben, ['list']);
  expect(listed()).toEqual(['files__read', 'files__list']);
  await choose(ben);
  expect(listed()).toHaveLength(4);
  await gateway.deactivate(ben, 'files');
  expect(listed()).toEqual(['files__read']);
});

test('a name that no tool has is refused with all such names, and nothing is switched on', async () => {
  const { choose, listed, gateway, servers } = await world();
  await expect(choose(anna, ['read', 'raed', 'zzz'])).rejects.toMatchObject({
    code: 'unknown-tool',
    message:
      '"files" has no tool "raed", "zzz". Did you mean "read"? Nothing was switched on. Its tools: "read", "write", "wipe", "list".',
  });
  expect([listed(), gateway.session(anna.session)?.activations.size, servers.names]).toEqual([[], 0, []]);
});

test('a server whose tools have other names now lists all of them', () => {
  const [read, write] = [{ exposedName: 'files__read' }, { exposedName: 'files__write' }];
  expect(shownTools([read, write], new Set(['files__write']))).toEqual([write]);
  expect(shownTools([read, write], new Set(['files__gone']))).toEqual([read, write]);
});

test('what is not listed costs nothing', async () => {
  const { choose, gateway } = await world();
  await choose(anna, ['read']);
  const one = gateway.budget(anna.session).tokens;
  await choose(anna);
  expect(gateway.budget(anna.session).tokens).toBeGreaterThan(one);
});

async function bigServer() {
  const made = await world();
  const fillers = Array.from({ length: 30 }, (_, i) => `inspect_part_${i}`);
  made.servers.servers.get('files')!.tools = [...fillers, 'delete_branch', 'create_issue', 'list_issues'];
  const want = (purpose: string, names?: readonly string[]) =>
    made.gateway.activate(anna, 'files', 'agent', noSignal(), { tools: { purpose, names } });
  return { ...made, want };
}

test('a purpose lists the few tools that fit it, and those that are named', async () => {
  const { want, listed } = await bigServer();
  const report = await want('file a new issue', ['delete_branch']);
  expect(listed()).toContain('files__create_issue');
  expect(listed()).toContain('files__delete_branch');
  expect(report.tools.length).toBeLessThan(12);
  expect(report.leftOut.map(({ definition }) => definition.name)).toContain('inspect_part_7');
  await want('get rid of a branch');
  expect(listed()).toContain('files__create_issue');
});

test.each(['🚀🚀', '的是', 'the of and'])('all are listed for %j, which tells nothing', async purpose => {
  const { want, listed } = await bigServer();
  expect(await want(purpose)).toMatchObject({ leftOut: [] });
  expect(listed()).toHaveLength(33);
});

test('a long list of tools is cut with a word, and with the way to see it whole', async () => {
  const { choose, servers } = await world();
  const names = Array.from({ length: 50 }, (_, i) => `op${i}`);
  servers.servers.get('files')!.tools = names;
  await expect(choose(anna, ['nothing like it'])).rejects.toThrow(
    '"op39" and 10 more: call mcp_list_tools with server "files".',
  );
});
