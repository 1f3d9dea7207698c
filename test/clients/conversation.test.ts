import { expect, test } from 'vitest';
import { Conversation } from './conversation';
import { LIT_BY_TEXT } from './expected';
import type { Asked, Said } from './turn';

const ID = '738f815a-c94c-4b55-a6dd-f90e6ca50814';
const OURS = ['mcp_activate', 'mcp_call_tool', 'start_workflow', 'start_task', 'complete_task'];
const LAMP = 'lamp__light';

const answers: Readonly<Record<string, string>> = {
  mcp_call_tool: LIT_BY_TEXT,
  start_workflow: `Call start_task with workflow_id "${ID}".`,
  start_task: `{"task_id":"${ID}"}`,
  [LAMP]: LIT_BY_TEXT,
};

/** A client that passes everything on, and offers and defers what it is told to at each of its requests. */
function converse(
  conversation: Conversation,
  lists: (request: number) => Partial<Pick<Asked, 'offered' | 'deferred' | 'texts'>>,
): readonly Extract<Said, { readonly type: 'call' }>[] {
  const results: string[] = [];
  const calls: Extract<Said, { readonly type: 'call' }>[] = [];
  for (let request = 0; request < 30; request++) {
    const asked = { offered: OURS, deferred: [], texts: [], ...lists(request) };
    const said = conversation.answer({ ...asked, results: [...results], isStreamed: true });
    if (said.type === 'words') return calls;
    calls.push(said);
    results.push(answers[said.tool] ?? 'ok');
  }
  throw new Error('The conversation has no end.');
}

function begun(search?: Parameters<Conversation['begin']>[1]): Conversation {
  const conversation = new Conversation();
  conversation.begin([{ tool: 'edit', input: { path: 'a' } }], search);
  return conversation;
}

test('activates, calls, records an edit, and uses the new tool', () => {
  const conversation = begun();
  const calls = converse(conversation, at => ({ offered: [...OURS, 'edit', ...(at > 0 ? [LAMP] : [])] }));
  expect(calls.map(({ tool }) => tool)).toEqual([
    ...['mcp_activate', 'mcp_call_tool', 'start_workflow', 'start_task'],
    ...['edit', 'complete_task', LAMP],
  ]);
  expect(calls[3]?.input).toMatchObject({ workflow_id: ID });
  expect(calls[5]?.input).toMatchObject({ task_id: ID });
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  expect(conversation).toMatchObject({
    isConnected: true,
    isComplete: true,
    generic: LIT_BY_TEXT,
    direct: LIT_BY_TEXT,
  });
});

test.each([
  [1, 'next request'],
  [2, 'one late'],
  [3, 'later'],
  [99, 'never'],
] as const)('sees that a tool that is listed from request %i on comes: %s', (from, when) => {
  const conversation = begun();
  converse(conversation, at => ({ offered: [...OURS, ...(at >= from ? [LAMP] : [])] }));
  expect(conversation.arrival).toEqual({ when, isDeferred: false });
});

test('loads a deferred tool before it calls it, and says that it was deferred', () => {
  const conversation = begun(name => ({ tool: 'find', input: { name } }));
  // The seventh request asks for the lamp, so the eighth brings what the search found.
  const calls = converse(conversation, at => ({
    offered: [...OURS, 'edit', ...(at >= 7 ? [LAMP] : [])],
    deferred: at >= 1 && at < 7 ? [LAMP] : [],
  }));
  expect(calls.slice(-2)).toMatchObject([
    { tool: 'find', input: { name: LAMP } },
    { tool: LAMP, input: {} },
  ]);
  expect(conversation.arrival).toEqual({ when: 'next request', isDeferred: true });
});

test('knows tools under the names that clients give them', () => {
  const renamed = OURS.map((name, at) =>
    at % 2 === 0 ? `switchyard-${name.replaceAll('_', '-')}` : `mcp__switchyard/${name}`,
  );
  const conversation = begun();
  const [first, second] = converse(conversation, () => ({ offered: renamed }));
  expect([first?.tool, second?.tool]).toEqual([renamed[0], renamed[1]]);
});

test('says again what was not heard, and a word to what is asked besides', () => {
  const conversation = begun();
  const asked: Asked = { offered: OURS, deferred: [], results: [], texts: [], isStreamed: true };
  expect(conversation.answer({ ...asked, offered: [] })).toMatchObject({ type: 'words' });
  const first = conversation.answer(asked);
  expect(conversation.answer(asked)).toEqual(first);
  expect(conversation.answer({ ...asked, results: ['ok'] })).not.toEqual(first);
});

test('sees the instructions wherever a client puts them', () => {
  const conversation = begun();
  const texts = ["You can turn the user's MCP servers on and off in this conversation, without a restart."];
  converse(conversation, at => (at === 0 ? { texts } : {}));
  expect(conversation.hasInstructions).toBe(true);
});
