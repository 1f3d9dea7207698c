import { expect, test } from 'vitest';
import { textResult } from '../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../test/support/gatewayWorld';
import { PROGRAM } from '../../test/support/nativeCalls';
import { noSignal, settle } from '../../test/support/testCore';
import type { ToolAddress } from '../core/toolbox/nativeTool';
import { addBuiltInTools } from './builtInModules';

/** A world with all our tools, in which `files` is on for Anna and its `read` hangs until it is told to stop. */
async function world() {
  const made = await gatewayWorld();
  addBuiltInTools(made, PROGRAM);
  await made.activate(anna, 'files');
  const signals: AbortSignal[] = [];
  made.servers.servers.get('files')!.answer = async (tool, input, { signal }) => {
    if (tool !== 'read') return textResult(JSON.stringify(input));
    signals.push(signal);
    return await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  const answer = async (tool: string | ToolAddress, input: unknown = {}, caller = anna) =>
    await made.toolbox.answer(caller, tool, input, { signal: noSignal() });
  const textOf = (result: Awaited<ReturnType<typeof answer>>) =>
    (result['content'] as { text: string }[]).map(({ text }) => text).join('\n');
  return { ...made, answer, textOf, signals };
}

test('has one way in for our tools and those of servers, by either name', async () => {
  const { answer, textOf, operations } = await world();
  expect(textOf(await answer('mcp_list_tools', { server: 'files', detail: 'names' }))).toContain(
    'read, write',
  );
  expect(textOf(await answer('files__write', { text: 'a' }))).toBe('{"text":"a"}');
  expect(textOf(await answer({ server: 'files', tool: 'write' }, { text: 'b' }))).toBe('{"text":"b"}');
  expect(
    textOf(
      await answer({ server: 'orchestrator', tool: 'mcp_list_tools' }, { server: 'files', detail: 'names' }),
    ),
  ).toContain('read, write');
  expect(operations.ended().map(({ name, state }) => [name, state])).toEqual([
    ['mcp_list_tools', 'succeeded'],
    ['write', 'succeeded'],
    ['files__write', 'succeeded'],
    ['mcp_list_tools', 'succeeded'],
  ]);
});

test.each([
  ['files__read', 'not-active-here'],
  ['bb_get', 'not-active-here'],
  ['files__raed', 'not-active-here'],
  ['nothing', 'unknown-tool'],
] as const)('gives %s no other rights than its session has', async (tool, code) => {
  const { answer, operations } = await world();
  const result = await answer(tool, {}, ben);
  expect(JSON.stringify(result)).toContain(code === 'not-active-here' ? 'mcp_activate' : 'mcp_discover');
  expect(operations.ended(ben.session)[0]?.outcome).toEqual({ state: 'failed', code });
});

test('a refusal is explained in one place, in the way of the tool that was called', async () => {
  const { answer, activate } = await world();
  await activate(anna, 'blackboard');
  const direct = await answer('bb_get', { key: '' });
  const wrapped = await answer('mcp_call_tool', { tool: 'bb_get', arguments: { key: '' } });
  expect(direct['_meta']).toMatchObject({ 'switchyard/error': { code: 'E-BB-INVALID-INPUT' } });
  expect(wrapped).toEqual(direct);
});

test('what a call calls is a part of it, and ends with it', async () => {
  const { answer, operations, signals } = await world();
  const running = answer('mcp_call_tool', { tool: 'files__read' });
  await settle();
  const [outer, inner] = operations.running();
  expect([outer?.name, inner?.name, inner?.parent === outer]).toEqual(['mcp_call_tool', 'files__read', true]);
  operations.cancel(outer!, { by: 'person' });
  expect(await running).toMatchObject({
    isError: true,
    content: [
      {
        text: '"mcp_call_tool" was cancelled by the user. Work already done is not undone.',
      },
    ],
  });
  expect([signals[0]?.aborted, operations.running()]).toEqual([true, []]);
});

test('letting go of a server ends the operations that use it', async () => {
  const { answer, operations, gateway } = await world();
  const running = answer('files__read');
  await settle();
  expect(await gateway.deactivate(anna, 'files')).toMatchObject({ callsCancelled: 1 });
  expect(JSON.stringify(await running)).toContain('was turned off in this session');
  expect(operations.ended()[0]?.outcome).toMatchObject({ state: 'cancelled' });
});

test('knows how far an operation has come', async () => {
  const { toolbox, operations, servers } = await world();
  servers.servers.get('files')!.answer = async (_tool, _input, { onProgress }) => {
    onProgress?.({ progress: 3, total: 7, message: 'SECRET' });
    return textResult('x');
  };
  const told: unknown[] = [];
  await toolbox.call(
    anna,
    'files__write',
    {},
    { signal: noSignal(), onProgress: each => void told.push(each) },
  );
  expect(told).toHaveLength(1);
  expect(operations.ended()[0]?.progress).toEqual({ progress: 3, total: 7 });
});
