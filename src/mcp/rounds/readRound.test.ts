import { expect, test } from 'vitest';
import { readRound } from './readRound';

const MCP = { type: 'mcp', server_label: 'files', allowed_tools: [], require_approval: 'never' };
const ROUND = { model: 'm', messages: [{ role: 'user', content: 'PROMPT-SECRET' }] };
const { server_label: _label, ...UNLABELLED } = MCP;
const { allowed_tools: _tools, ...UNLISTED } = MCP;

const REMOTE = { ...MCP, server_url: 'https://mcp.example.com/mcp' };

test('a server by its address is read as an entry of the catalog has it, and nothing in it is a variable of ours', () => {
  const headers = {
    Authorization: { secret_key: 'TOKEN' },
    'X-Plain': 'a ${env:HOME} b',
  };
  const { wish } = readRound({
    ...ROUND,
    tools: [{ ...REMOTE, headers, server_url: 'https://mcp.example.com/${env:HOME}' }],
  });
  expect(wish.servers).toEqual([
    {
      label: 'files',
      allowedTools: [],
      requireApproval: 'never',
      remote: {
        url: 'https://mcp.example.com/$${env:HOME}',
        headers: { Authorization: '${secret:TOKEN}', 'X-Plain': 'a $${env:HOME} b' },
      },
    },
  ]);
});

test('what is left out has its default', () => {
  expect(readRound(ROUND)).toMatchObject({
    wish: {
      model: 'm',
      servers: [],
      customTools: [],
      maxLoops: 10,
      timeoutMs: 120_000,
      settings: {},
      threadId: undefined,
    },
    doneAfterError: false,
  });
  expect(readRound({ ...ROUND, config: { max_loops: 25 } }).wish).toMatchObject({
    maxLoops: 25,
    timeoutMs: 120_000,
  });
});

test('null says nothing where a field can be left out, and stays an error where it can’t', () => {
  const nulls = {
    ...{ tools: null, instructions: null, thread_id: null, task: null, approvals: null, metadata: null },
    llmConfig: { temperature: null, tool_choice: null },
    config: { max_loops: null },
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'tool_request', content: null, tool_calls: [{ id: 'a', name: 'f', arguments: {} }] },
      { role: 'tool_response', tool_calls: [{ tool_call_id: 'a', content: 'b' }] },
    ],
  };
  const tools = [{ ...MCP, server_url: null, headers: null }];
  expect(readRound({ ...ROUND, ...nulls }).wish).toMatchObject({ servers: [], maxLoops: 10, settings: {} });
  expect(readRound({ ...ROUND, tools }).wish.servers).toEqual(
    readRound({ ...ROUND, tools: [MCP] }).wish.servers,
  );
  expect(() => readRound({ ...ROUND, model: null })).toThrow('model');
  expect(() => readRound({ ...ROUND, tools: [{ ...MCP, allowed_tools: null }] })).toThrow(
    'tools[0].allowed_tools is required',
  );
  expect(() => readRound({ ...ROUND, tools: [{ ...MCP, require_approval: null }] })).toThrow(
    'require_approval',
  );
});

test('metadata of the client is taken and not used', () => {
  expect(readRound({ ...ROUND, metadata: { trace: 'a' } }).wish).toEqual(readRound(ROUND).wish);
});

test('all that can be said is read', () => {
  const { wish, doneAfterError } = readRound({
    ...ROUND,
    instructions: 'Be brief',
    thread_id: 't',
    tools: [
      { ...MCP, allowed_tools: ['read'], require_approval: 'auto', headers: {} },
      { type: 'custom', name: 'mine', description: 'Does it', parameters: { type: 'object' } },
    ],
    llmConfig: {
      temperature: 1,
      top_p: 0.5,
      max_completion_tokens: 5,
      presence_penalty: 0,
      frequency_penalty: 0,
      seed: 7,
      verbosity: 'low',
      tool_choice: 'none',
      parallel_tool_calls: true,
      reasoning_effort: 'low',
    },
    config: { timeout_ms: 5_000 },
    approval_mode: 'return',
    approvals: [{ approval_request_id: 'apr_a', approve: false, reason: 'no' }],
    compatibility: { done_after_error: true },
  });
  expect(wish).toMatchObject({
    instructions: 'Be brief',
    threadId: 't',
    servers: [{ label: 'files', allowedTools: ['read'], requireApproval: 'auto' }],
    customTools: [{ name: 'mine', description: 'Does it', parameters: { type: 'object' } }],
    settings: {
      temperature: 1,
      topP: 0.5,
      maxOutputTokens: 5,
      seed: 7,
      toolChoice: 'none',
      parallelToolCalls: true,
      reasoningEffort: 'low',
    },
    maxLoops: 10,
    timeoutMs: 5_000,
  });
  expect(wish.approvals.get('apr_a')).toEqual({ approve: false, reason: 'no' });
  expect(doneAfterError).toBe(true);
});

test.each<readonly [unknown, string]>([
  [undefined, 'The body must be a JSON object.'],
  [[], 'The body must be a JSON object.'],
  [{ messages: ROUND.messages }, 'model: '],
  [{ ...ROUND, model: ' ' }, 'model: '],
  [{ model: 'm', messages: [] }, 'messages: '],
  [{ model: 'm', messages: [{ role: 'robot', content: 'x' }] }, 'messages[0].role: '],
  [{ model: 'm', messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages[0].content: '],
  [
    {
      model: 'm',
      messages: [{ role: 'tool_request', tool_calls: [{ id: 'a', name: 'b', arguments: '{}' }] }],
    },
    'messages[0].tool_calls[0].arguments: ',
  ],
  [
    { ...ROUND, tools: [{ type: 'callable', callable_id: 'x' }] },
    'tools[0]: tool type "callable" is not supported.',
  ],
  [{ ...ROUND, tools: [{}] }, 'tools[0]: tool type "undefined" is not supported.'],
  [
    { ...ROUND, tools: [UNLISTED] },
    'tools[0].allowed_tools is required. Pass [] for all tools of the server.',
  ],
  [{ ...ROUND, tools: [UNLABELLED] }, 'tools[0].server_label: '],
  [{ ...ROUND, tools: [{ ...MCP, require_approval: 'maybe' }] }, 'tools[0].require_approval: '],
  [{ ...ROUND, tools: [{ ...MCP, headers: { Authorization: 'HEADER-SECRET' } }] }, 'need server_url'],
  [{ ...ROUND, tools: [{ ...REMOTE, server_url: 'nowhere' }] }, 'tools[0].server_url: '],
  [{ ...ROUND, tools: [{ ...REMOTE, server_url: 'file:///etc/passwd' }] }, 'tools[0].server_url: '],
  [
    { ...ROUND, tools: [{ ...REMOTE, server_url: 'https://me:SECRET@mcp.example.com' }] },
    'tools[0].server_url: ',
  ],
  [{ ...ROUND, tools: [{ ...REMOTE, headers: { Host: 'x' } }] }, 'tools[0].headers'],
  [{ ...ROUND, tools: [{ ...REMOTE, headers: { 'Transfer-Encoding': 'x' } }] }, 'tools[0].headers'],
  [{ ...ROUND, tools: [{ ...REMOTE, headers: { 'X-A': 'a\r\nX-B: SECRET' } }] }, 'tools[0].headers'],
  [{ ...ROUND, tools: [{ ...REMOTE, headers: { 'X-A': { secret_key: 'a}b' } } }] }, 'tools[0].headers'],
  [{ ...ROUND, tools: [{ ...REMOTE, headers: { 'X A': 'x' } }] }, 'tools[0].headers'],
  [{ ...ROUND, tools: [MCP, MCP] }, 'tools: the server_label "files" is used twice.'],
  [
    {
      ...ROUND,
      tools: [
        { type: 'custom', name: 'a' },
        { type: 'custom', name: 'a' },
      ],
    },
    'tools: the name "a" is used twice.',
  ],
  [{ ...ROUND, tools: [{ type: 'custom', name: 'a b' }] }, 'tools[0].name: '],
  [{ ...ROUND, config: { max_loops: 0 } }, 'config.max_loops: '],
  [{ ...ROUND, config: { max_loops: 1_000 } }, 'config.max_loops: '],
  [{ ...ROUND, config: { timeout_ms: 0 } }, 'config.timeout_ms: '],
  [{ ...ROUND, llmConfig: { temperature: 3 } }, 'llmConfig.temperature: '],
  [{ ...ROUND, llmConfig: { heat: 1 } }, 'llmConfig: '],
  [{ ...ROUND, metadata: { imageInputs: ['aGk='] } }, 'metadata.imageInputs: images are not supported.'],
  [{ ...ROUND, approval_mode: 'ask' }, 'approval_mode: '],
  [
    { ...ROUND, instrutions: 'SECRET' },
    'body: "instrutions" is not a field of a round. Did you mean "instructions"?',
  ],
  [
    { ...ROUND, max_loops: 3 },
    'body: "max_loops" is not a field of a round. Did you mean "config.max_loops"?',
  ],
  [{ ...ROUND, temperature: 1 }, 'Did you mean "llmConfig.temperature"?'],
  [
    { ...ROUND, stream: true },
    'body: "stream" is not a field of a round. For a stream of events, send it to /llm-exec/round/stream.',
  ],
  [
    { ...ROUND, user: 'SECRET' },
    'body: "user" is not a field of a round. Its fields: model, messages, tools, ',
  ],
  [{ ...ROUND, __proto: 1, constructor: 1 }, 'body: "__proto" is not a field of a round. '],
  [JSON.parse('{"model":"m","messages":[],"__proto__":1}'), 'body: "__proto__" is not a field of a round. '],
])('%j is refused with what is wrong and where', (body, message) => {
  let failure: unknown;
  try {
    readRound(body);
  } catch (error) {
    failure = error;
  }
  expect(failure).toMatchObject({ code: 'invalid-round', message: expect.stringContaining(message) });
  expect(String(failure)).not.toContain('SECRET');
});
