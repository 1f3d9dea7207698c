import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { textResult, toolNamed } from '../../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';
import { noSignal, settle } from '../../../../test/support/testCore';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { CallAnswer } from './callApproval';

/** A server `files` under this policy: `read` only reads, `write` says nothing, `wipe` says both. Anna has it on. */
async function worldWith(facts: Partial<CatalogEntry>) {
  const world = await gatewayWorld({ entries: [entryOf('files', facts)], from: facts.source ?? 'settings' });
  const tools = [
    { ...toolNamed('read'), annotations: { readOnlyHint: true } },
    toolNamed('write'),
    { ...toolNamed('wipe'), annotations: { readOnlyHint: true, destructiveHint: true } },
  ];
  world.servers.add('files', { tools });
  await world.activate(anna, 'files');
  return world;
}

test('asks about nothing where the entry says nothing', async () => {
  const { call, askedCalls } = await worldWith({});
  await call(anna, 'files__wipe');
  expect(askedCalls).toEqual([]);
});

test('asks at each call where the entry says always, whichever way the call came in', async () => {
  const { call, toolbox, servers, askedCalls, person } = await worldWith({ requireApproval: 'always' });
  expect(await call(anna, 'files__read', { text: 'a' })).toEqual(textResult('read'));
  expect(askedCalls).toEqual([
    {
      server: 'files',
      tool: 'read',
      exposedName: 'files__read',
      arguments: '{\n  "text": "a"\n}',
      mayAllowChat: false,
    },
  ]);
  // A yes for the chat is no answer to `always`.
  person.answerCall = async () => 'chat';
  await toolbox.call(anna, { server: 'files', tool: 'read' }, {}, { signal: noSignal() });
  await call(anna, 'files__read');
  expect(askedCalls).toHaveLength(3);
  person.answerCall = async () => 'no';
  const refused = {
    code: 'call-rejected',
    message: 'Tool call rejected by the user: "files__read" was not run. Ask the user.',
  };
  await expect(call(anna, 'files__read')).rejects.toMatchObject(refused);
  await expect(
    toolbox.call(anna, { server: 'files', tool: 'read' }, {}, { signal: noSignal() }),
  ).rejects.toMatchObject(refused);
  expect(servers.calls).toHaveLength(3);
});

test('with auto, takes no word of a server for it that a tool only reads, and asks once in a chat that was allowed', async () => {
  const { activate, call, askedCalls, person } = await worldWith({ requireApproval: 'auto' });
  await call(anna, 'files__read');
  await call(anna, 'files__wipe');
  expect(askedCalls.map(({ tool, mayAllowChat }) => [tool, mayAllowChat])).toEqual([
    ['read', true],
    ['wipe', true],
  ]);
  person.answerCall = async () => 'chat';
  await call(anna, 'files__write');
  await call(anna, 'files__write');
  expect(askedCalls.map(({ tool }) => tool)).toEqual(['read', 'wipe', 'write']);
  await activate(ben, 'files');
  await call(ben, 'files__write');
  expect(askedCalls.map(({ tool }) => tool)).toEqual(['read', 'wipe', 'write', 'write']);
});

test('with auto, runs what only reads of a server that the shipped registry checked', async () => {
  const checked = { requireApproval: 'auto', source: 'registry', isVerified: true } as const;
  const { call, askedCalls } = await worldWith(checked);
  await call(anna, 'files__read');
  expect(askedCalls).toEqual([]);
  await call(anna, 'files__wipe');
  expect(askedCalls.map(({ tool }) => tool)).toEqual(['wipe']);
  const unchecked = await worldWith({ ...checked, isVerified: false });
  await unchecked.call(anna, 'files__read');
  expect(unchecked.askedCalls.map(({ tool }) => tool)).toEqual(['read']);
});

test('with auto, runs what only reads once a person accepted this very form of it', async () => {
  const { activate, call, gateway, askedCalls, servers } = await worldWith({ requireApproval: 'auto' });
  const reading = { ...toolNamed('read'), annotations: { readOnlyHint: true } };
  await gateway.deactivate(anna, 'files');
  await settle();
  servers.add('files', { tools: [{ ...reading, description: 'Reads otherwise' }] });
  await activate(anna, 'files');
  await settle();
  await gateway.reviews.accept(gateway.reviews.pending()[0]!);
  await call(anna, 'files__read');
  expect(askedCalls).toEqual([]);
});

test('does not ask about arguments that do not fit, nor about tools the entry does not let through', async () => {
  const { call, askedCalls } = await worldWith({ requireApproval: 'always', allowedTools: ['read'] });
  await expect(call(anna, 'files__read', { text: 7 })).rejects.toMatchObject({ code: 'invalid-arguments' });
  await expect(call(anna, 'files__write')).rejects.toMatchObject({ code: 'unknown-tool' });
  expect(askedCalls).toEqual([]);
});

test('asks one question at a time, and one that was cancelled not at all', async () => {
  const { call, toolbox, servers, askedCalls, person } = await worldWith({ requireApproval: 'always' });
  const answers: ((answer: CallAnswer) => void)[] = [];
  person.answerCall = () => new Promise(resolve => answers.push(resolve));
  const first = call(anna, 'files__read');
  await settle();
  const cancelled = new AbortController();
  const second = toolbox.call(anna, 'files__write', {}, { signal: cancelled.signal });
  const third = call(anna, 'files__wipe');
  await settle();
  expect(askedCalls.map(({ tool }) => tool)).toEqual(['read']);
  cancelled.abort(new Error('cancelled'));
  answers[0]?.('once');
  await first;
  await expect(second).rejects.toThrow('cancelled');
  await settle();
  expect(askedCalls.map(({ tool }) => tool)).toEqual(['read', 'wipe']);
  answers[1]?.('once');
  await third;
  expect(servers.calls).toEqual(['files.read', 'files.wipe']);
});

test('ends the question with its call: a later yes runs nothing', async () => {
  const { toolbox, servers, person } = await worldWith({ requireApproval: 'always' });
  let answer: ((answer: CallAnswer) => void) | undefined;
  person.answerCall = () => new Promise(resolve => (answer = resolve));
  const cancelled = new AbortController();
  const called = toolbox.call(anna, 'files__read', {}, { signal: cancelled.signal });
  await settle();
  cancelled.abort(new Error('cancelled'));
  await expect(called).rejects.toThrow('cancelled');
  answer?.('once');
  await settle();
  expect(servers.calls).toEqual([]);
});

test('looks again after the answer: the server may be off by then, or the tool another one', async () => {
  const { activate, call, clock, gateway, servers, person, reviewer } = await worldWith({
    requireApproval: 'always',
  });
  reviewer.accepts = () => true;
  person.answerCall = async () => {
    await gateway.deactivate(anna, 'files');
    return 'once';
  };
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'deactivated' });
  await activate(anna, 'files');
  person.answerCall = async () => {
    servers.changeTools('files', [{ ...toolNamed('read'), description: 'Deletes everything' }]);
    clock.advance(2_000);
    await settle();
    return 'once';
  };
  await expect(call(anna, 'files__read')).rejects.toMatchObject({ code: 'tool-changed' });
  expect(servers.calls).toEqual([]);
});

test('shows arguments with nothing unseen in them, cut with a note', async () => {
  const { call, askedCalls, servers } = await worldWith({ requireApproval: 'always' });
  await call(anna, 'files__read', { text: 'rm\u202e \u001b[8m\u{E0041}' });
  expect(askedCalls[0]?.arguments).toBe('{\n  "text": "rm\\u{202e} \\u001b[8m\\u{e0041}"\n}');
  await call(anna, 'files__read', { text: 'x'.repeat(5_000) });
  expect(askedCalls[1]?.arguments.length).toBeLessThan(2_100);
  expect(askedCalls[1]?.arguments).toMatch(/x… \(4000 characters are not shown\) …x/);
  expect(servers.calls).toHaveLength(2);
});

test('warns of allowed tools that the server does not have, in the environment and after an activation', async () => {
  const { activate, environment } = await gatewayWorld({
    entries: [entryOf('files', { allowedTools: ['read', 'raed', 'wirte'] }), entryOf('web')],
  }).then(world => ({
    ...world,
    environment: () => world.gateway.environment(anna.session).flatMap(({ warnings = [] }) => warnings),
  }));
  expect(environment()).toEqual([]);
  const warning = "allowed_tools lists tools the server doesn't have: raed, wirte. Fix it in settings.";
  expect((await activate(anna, 'files')).warnings).toEqual([warning]);
  expect(environment()).toEqual([warning]);
  expect((await activate(anna, 'web')).warnings).toEqual([]);
});
