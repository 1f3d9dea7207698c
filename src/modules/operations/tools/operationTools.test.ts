import { expect, test } from 'vitest';
import { textResult } from '../../../../test/support/fakeServers';
import { anna, ben, gatewayWorld } from '../../../../test/support/gatewayWorld';
import { PROGRAM } from '../../../../test/support/nativeCalls';
import { noSignal, settle } from '../../../../test/support/testCore';
import { addBuiltInTools } from '../../../mcp/builtInModules';

/** Two chats with the module; `read` of `files` hangs until it is cancelled. */
async function world() {
  const made = await gatewayWorld();
  addBuiltInTools(made, PROGRAM);
  for (const caller of [anna, ben]) {
    await made.activate(caller, 'files');
    await made.activate(caller, 'operations');
  }
  made.servers.servers.get('files')!.answer = async (tool, _input, { signal, onProgress }) => {
    if (tool === 'write') return textResult(tool);
    onProgress?.({ progress: 1, total: 4 });
    return await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  const call = async (tool: string, input: unknown = {}, caller = anna) => {
    const signal = noSignal();
    const answer = await made.toolbox.answer(caller, tool, input, { signal, onProgress: () => undefined });
    const [content] = answer['content'] as { text: string }[];
    const isError = answer['isError'] === true;
    return (isError ? JSON.parse(content?.text ?? '') : answer['structuredContent']) as Record<
      string,
      unknown
    >;
  };
  /** A call that hangs; its answer as text. */
  const hang = async (caller = anna) => {
    const answer = made.toolbox.answer(
      caller,
      'mcp_call_tool',
      { tool: 'files__read' },
      { signal: noSignal() },
    );
    await settle();
    return answer.then(result => JSON.stringify(result['content']));
  };
  const rows = async (input: unknown = {}, caller = anna) =>
    (await call('op_list', input, caller))['operations'] as Record<string, unknown>[];
  return { ...made, call, hang, rows };
}

test('op_list names what runs in this chat with its parts, without itself', async () => {
  const { hang, rows, clock } = await world();
  void hang();
  const [outer, inner, ...more] = await rows();
  expect(outer).toEqual({
    id: expect.stringMatching(/^mcp_call_tool_op_/),
    name: 'mcp_call_tool',
    kind: 'call',
    parent_id: null,
    lifecycle: 'running',
    code: null,
    progress: null,
    started_at: clock.now(),
  });
  expect([inner?.['name'], inner?.['parent_id'], more]).toEqual(['files__read', outer?.['id'], []]);
  expect(await rows({}, ben)).toEqual([]);
});

test('op_list counts all, and gives as many as are asked for', async () => {
  const { call } = await world();
  for (let i = 0; i < 3; i += 1) await call('files__write').catch(() => undefined);
  const { operations, total } = (await call('op_list', { include_ended: true, limit: 2 })) as {
    operations: unknown[];
    total: number;
  };
  expect([operations.length, total]).toEqual([2, 3]);
});

test('op_cancel ends a call with all its parts, and says so to its caller', async () => {
  const { call, hang, rows } = await world();
  const answer = hang();
  await settle();
  const [outer, inner] = await rows();
  expect(await call('op_cancel', { op_id: outer?.['id'], reason: ' it takes\ntoo long ' })).toEqual({
    ok: true,
    outcome: 'requested',
    name: 'mcp_call_tool',
    reason: 'it takes\ntoo long',
    cancelled: [outer?.['id'], inner?.['id']],
    progress: null,
    lifecycle: 'cancelling',
    op_id: outer?.['id'],
  });
  expect(await answer).toContain('was cancelled by op_cancel (it takes too long).');
  expect(await rows()).toEqual([]);
  const ended = (await rows({ include_ended: true })).map(
    ({ name, lifecycle }) => `${String(name)} ${String(lifecycle)}`,
  );
  expect(ended.toSorted()).toEqual([
    'files__read cancelled',
    'mcp_call_tool cancelled',
    'op_cancel succeeded',
    'op_list succeeded',
    'op_list succeeded',
  ]);
});

test('op_cancel knows a call by the op_id that its caller chose', async () => {
  const { call, activate, operations } = await world();
  await activate(anna, 'blackboard');
  const watching = call('bb_watch', { op_id: 'my-watch', start_version: 0, wait_ms: 10_000 });
  await settle();
  if (operations.find('my-watch', anna.session)[0]?.outcome === undefined)
    expect(await call('op_cancel', { op_id: 'my-watch' })).toMatchObject({
      outcome: 'requested',
      name: 'bb_watch',
    });
  await watching;
});

test.each([
  [
    { op_id: 'nobody' },
    'E-CANCEL-NOTFOUND',
    {
      message: expect.stringContaining('Call op_list') as string,
      hint: 'verify opId via events_subscribe',
    },
  ],
  [{}, 'E-CANCEL-INVALID-INPUT', { hint: 'invalid_input' }],
  [{ op_id: '' }, 'E-CANCEL-INVALID-INPUT', {}],
  [{ op_id: ' '.repeat(4) }, 'E-CANCEL-INVALID-INPUT', {}],
  [{ op_id: 'a'.repeat(201) }, 'E-CANCEL-INVALID-INPUT', {}],
  [{ op_id: 'a'.repeat(200) }, 'E-CANCEL-NOTFOUND', {}],
  [{ op_id: 'a', reason: 'b'.repeat(201) }, 'E-CANCEL-INVALID-INPUT', {}],
  [{ op_id: 'a', reason: 'b'.repeat(200) }, 'E-CANCEL-NOTFOUND', {}],
  [{ op_id: 'a', other: 1 }, 'E-CANCEL-INVALID-INPUT', {}],
  [{ op_id: 7 }, 'E-CANCEL-INVALID-INPUT', {}],
])('op_cancel refuses %j', async (input, error, more) => {
  const { call, hang, rows } = await world();
  void hang();
  expect(await call('op_cancel', input)).toMatchObject({ ok: false, tool: 'op_cancel', error, ...more });
  expect(await rows()).toHaveLength(2);
});

test.each([{ limit: 0 }, { limit: 501 }, { limit: 1.5 }, { include_ended: 'yes' }, { other: 1 }])(
  'op_list refuses %j',
  async input => {
    const { call } = await world();
    expect(await call('op_list', input)).toMatchObject({ ok: false, error: 'E-CANCEL-INVALID-INPUT' });
  },
);

test("op_cancel knows nothing of another chat's calls, and nothing to do for one that is over", async () => {
  const { call, hang, rows } = await world();
  void hang(ben);
  await settle();
  const [theirs] = await rows({}, ben);
  expect(await call('op_cancel', { op_id: theirs?.['id'] })).toMatchObject({ error: 'E-CANCEL-NOTFOUND' });
  const id = theirs?.['id'];
  await call('op_cancel', { op_id: id }, ben);
  await settle();
  expect(await call('op_cancel', { op_id: id }, ben)).toMatchObject({
    error: 'E-CANCEL-ALREADY-RESOLVED',
    details: { op_id: id, lifecycle: 'cancelled' },
  });
});
