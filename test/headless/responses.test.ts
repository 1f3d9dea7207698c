import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { olderMcp, remoteMcp } from '../support/remoteWorld';
import { type Answer, calls, callDelta, delta, events, says, streamed } from '../support/scriptedEndpoint';
import { openAi, tool } from './roundsClient';
import { realServer, script, TINY, world } from './world';

const ECHO: OpenAI.Responses.Tool.Mcp = { type: 'mcp', server_label: 'everything', allowed_tools: ['echo'] };

test('the openai client runs a whole round with an mcp tool and an approval, step by step', async () => {
  const { client, model } = await openAi(world({ everything: realServer('everything') }), [
    calls(['echo', '{"message":"hi"}']),
    says('It said hi.'),
  ]);
  const first = await client.responses.create({
    model: 'm',
    input: 'Say hi',
    tools: [ECHO],
    instructions: 'Be brief',
  });
  expect(first).toMatchObject({
    object: 'response',
    status: 'completed',
    model: 'm',
    instructions: 'Be brief',
    output: [
      {
        type: 'mcp_list_tools',
        server_label: 'everything',
        tools: [{ name: 'echo', input_schema: { type: 'object' } }],
      },
      {
        type: 'mcp_approval_request',
        server_label: 'everything',
        name: 'echo',
        arguments: '{"message":"hi"}',
      },
    ],
  });
  const request = first.output.find(item => item.type === 'mcp_approval_request');
  const second = await client.responses.create({
    model: 'm',
    previous_response_id: first.id,
    tools: [ECHO],
    input: [{ type: 'mcp_approval_response', approval_request_id: request?.id ?? '', approve: true }],
  });
  expect(second).toMatchObject({
    status: 'completed',
    previous_response_id: first.id,
    output_text: 'It said hi.',
    output: [
      { type: 'mcp_list_tools' },
      {
        type: 'mcp_call',
        name: 'echo',
        output: 'Echo: hi',
        error: null,
        status: 'completed',
        approval_request_id: request?.id,
      },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It said hi.' }] },
    ],
  });
  expect(model.asked[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  // And on, from the answer.
  await client.responses.create({ model: 'm', previous_response_id: second.id, input: 'Thanks' });
  expect(model.asked[2]?.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
});

test('what was rejected is not run, and the model is told why', async () => {
  const { client, model } = await openAi(world({ tiny: script(TINY) }), [calls(['ping', '{}']), says('Ok')]);
  const tools = [{ type: 'mcp', server_label: 'tiny' } as const];
  const { output } = await client.responses.create({ model: 'm', input: 'Go', tools, store: false });
  const request = output.find(item => item.type === 'mcp_approval_request');
  // The items themselves go back, where nothing is stored.
  const { output: next } = await client.responses.create({
    model: 'm',
    tools,
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      ...(output as OpenAI.Responses.ResponseInputItem[]),
      {
        type: 'mcp_approval_response',
        approval_request_id: request?.id ?? '',
        approve: false,
        reason: 'Not now',
      },
    ],
  });
  expect(next.find(item => item.type === 'mcp_call')).toMatchObject({
    status: 'failed',
    output: null,
    error: 'Tool call rejected by the user: Not now',
  });
  expect(model.asked[1]?.messages.at(-1)).toMatchObject({
    content: 'Tool call rejected by the user: Not now',
  });
});

test('a stream of the openai client tells the same, event by event', async () => {
  const answers = [
    streamed(
      events(
        delta({ reasoning_content: 'Hm' }),
        delta({ content: 'Wäit' }),
        callDelta(0, '{"message"', 'c1', 'echo'),
        callDelta(0, ':"hi"}'),
        delta({}, 'tool_calls'),
      ),
      3,
    ),
    says('Done.'),
  ];
  const { client } = await openAi(world({ everything: realServer('everything') }), [...answers, ...answers]);
  const given = { model: 'm', input: 'Go', tools: [{ ...ECHO, require_approval: 'never' as const }] };
  const whole = await client.responses.create(given);
  const seen: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of await client.responses.create({ ...given, stream: true })) seen.push(event);
  expect(seen.map(event => event.sequence_number)).toEqual(seen.map((_, i) => i));
  expect(seen.map(({ type }) => type.replace('response.', ''))).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'mcp_list_tools.in_progress',
    'mcp_list_tools.completed',
    'output_item.done',
    'output_item.added',
    'reasoning_text.delta',
    'reasoning_text.done',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'mcp_call.in_progress',
    'mcp_call_arguments.delta',
    'mcp_call_arguments.done',
    'mcp_call.completed',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed',
  ]);
  const last = seen.at(-1);
  if (last?.type !== 'response.completed') throw new Error('It did not end.');
  const alike = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, each: unknown) =>
        /^id$|_id$|created_at|output_text/.test(key) ? undefined : each,
      ),
    );
  expect(alike(last.response)).toEqual(alike(whole));
  // The client's own way to put a stream together gives the same.
  const stream = client.responses.stream({ ...given });
  expect((await stream.finalResponse()).output_text).toBe('Done.');
});

test('functions of the client come back to it, and go on with their outputs', async () => {
  const { client, model } = await openAi(world({}), [calls(['add', '{"a":1}', 'c1']), says('Two.')]);
  const tools = [{ type: 'function', name: 'add', parameters: { type: 'object' }, strict: false } as const];
  const first = await client.responses.create({ model: 'm', input: 'Add', tools });
  expect(first.output).toMatchObject([
    { type: 'function_call', call_id: 'c1', name: 'add', arguments: '{"a":1}' },
  ]);
  const second = await client.responses.create({
    model: 'm',
    tools,
    previous_response_id: first.id,
    input: [{ type: 'function_call_output', call_id: 'c1', output: '2' }],
  });
  expect(second.output_text).toBe('Two.');
  expect(model.asked[1]?.messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'c1', content: '2' });
});

test.each([
  ['streamable HTTP', remoteMcp],
  ['SSE', olderMcp],
])('a server is used by its address over %s, and its key is said nowhere', async (_way, serve) => {
  const server = await serve();
  const { client, started } = await openAi(world({}), [calls(['echo', '{}']), says('Ok')]);
  const response = await client.responses.create({
    model: 'm',
    input: 'Go',
    tools: [
      {
        type: 'mcp',
        server_label: 'far',
        server_url: server.url,
        authorization: 'KEY-SECRET',
        headers: { 'X-Key': 'KEY-SECRET' },
        require_approval: 'never',
      },
    ],
  });
  expect(response.output.find(item => item.type === 'mcp_call')).toMatchObject({
    server_label: 'far',
    status: 'completed',
  });
  expect(JSON.stringify(response)).not.toContain('SECRET');
  expect(started.stderr()).not.toContain('SECRET');
});

test('an empty list of tools means none, as in the API that this one follows', async () => {
  const { client, model } = await openAi(world({ tiny: script(TINY) }), [says('Ok')]);
  const tools: OpenAI.Responses.Tool.Mcp[] = [{ type: 'mcp', server_label: 'tiny', allowed_tools: [] }];
  await client.responses.create({ model: 'm', input: 'Go', tools });
  expect(model.asked[0]).not.toHaveProperty('tools');
});

test.each([
  [{ input: [] }, 400, 'input'],
  [{ tools: [{ type: 'web_search' }] }, 400, 'tools[0]: tool type "web_search" is not supported.'],
  [
    {
      tools: [
        { type: 'mcp', server_label: 'a' },
        { type: 'mcp', server_label: 'a' },
      ],
    },
    400,
    'used twice',
  ],
  [{ tools: [{ type: 'mcp', server_label: 'a', connector_id: 'connector_gmail' }] }, 400, 'connector_id'],
  [
    { tools: [{ type: 'mcp', server_label: 'nowhere' }] },
    400,
    'Failed to fetch tools from MCP server nowhere',
  ],
  [
    { tools: [{ type: 'mcp', server_label: 'a', require_approval: { never: ['x'] } }] },
    400,
    'require_approval',
  ],
  [{ tools: [{ type: 'mcp', server_label: 'a', authorization: 'KEY-SECRET' }] }, 400, 'need server_url'],
  [{ background: true }, 400, 'background'],
  [{ include: ['message.output_text.logprobs'] }, 400, 'include[0]'],
  [{ top_logprobs: 5 }, 400, 'top_logprobs'],
  [{ conversation: 'c' }, 400, 'conversation'],
  [{ max_tool_calls: 0 }, 400, 'max_tool_calls'],
  [{ tool_choice: { type: 'function', name: 'f' } }, 400, 'tool_choice: no function'],
  [{ previous_response_id: 'resp_0' }, 400, 'previous_response_id'],
  [{ text: { format: { type: 'grammar' } } }, 400, 'text.format'],
  [{ input: [{ type: 'function_call_output', call_id: 'x', output: 'y' }] }, 400, 'no tool_request'],
  [{ input: [{ type: 'function_call', call_id: 'x', name: 'f', arguments: 'no' }] }, 400, 'JSON object'],
  [
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'http://a.example/x.png' }] }] },
    400,
    'input[0].content[0].image_url: must be an https URL',
  ],
  [
    { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
    400,
    'input[0].content[0].image_url',
  ],
])('%j is refused in the form that clients know', async (body, status, message) => {
  const { post, model } = await openAi(world({}), [says('Never')]);
  const answer = await post('/v1/responses', { model: 'm', input: 'PROMPT-SECRET', ...body });
  const text = await answer.text();
  expect(answer.status).toBe(status);
  expect(JSON.parse(text)).toMatchObject({
    error: {
      message: expect.stringContaining(message),
      type: 'invalid_request_error',
      code: expect.any(String),
    },
  });
  expect(text).not.toContain('SECRET');
  expect(model.asked).toEqual([]);
});

test('who has no token, and what the model endpoint refuses, are errors that the client knows', async () => {
  const refused: Answer = response => void response.writeHead(429).end();
  const { base, client } = await openAi(world({}), [refused]);
  const stranger = new OpenAI({ baseURL: `${base}/v1`, apiKey: 'x'.repeat(43), maxRetries: 0 });
  await expect(stranger.responses.create({ model: 'm', input: 'Go' })).rejects.toThrow(
    OpenAI.AuthenticationError,
  );
  await expect(client.responses.create({ model: 'm', input: 'Go' })).rejects.toThrow(OpenAI.RateLimitError);
  const stream = await client.responses.create({ model: 'm', input: 'Go', stream: true });
  const types: string[] = [];
  for await (const { type } of stream) types.push(type);
  expect(types).toEqual(['response.created', 'response.in_progress', 'response.failed']);
});

test('a response that fails once a tool has run is not asked for again by the client, and tells what ran', async () => {
  const fails: Answer = response => void response.writeHead(500).end();
  const runs = calls(['echo', '{"message":"hi"}']);
  const { base, token, round, model } = await openAi(world({ everything: realServer('everything') }), [
    runs,
    fails,
    runs,
    fails,
  ]);
  const patient = new OpenAI({ baseURL: `${base}/v1`, apiKey: token });
  const tools = [{ ...ECHO, require_approval: 'never' as const }];
  const response = await patient.responses.create({ model: 'm', input: 'Go', tools });
  const why = 'The model endpoint failed (500). Try again. Tools ran before that (echo)';
  expect(response).toMatchObject({
    status: 'failed',
    // The AI SDK wants a type too.
    error: { code: 'model-failed', type: 'server_error', message: expect.stringContaining(why) },
    output: [{ type: 'mcp_list_tools' }, { type: 'mcp_call', output: 'Echo: hi' }],
  });
  expect(model.asked).toHaveLength(2);
  const told = await round({ tools: [tool('everything', 'never', ['echo'])] });
  expect(told).toMatchObject({ status: 502, reply: { error: expect.stringContaining(why) } });
});

test('a response that failed is gone on from, with what ran and what was said', async () => {
  const breaks = streamed(events(delta({ content: 'It sa' })).replace('data: [DONE]\n\n', ''));
  const { client, model } = await openAi(world({ everything: realServer('everything') }), [
    calls(['echo', '{"message":"hi"}']),
    breaks,
    says('It said hi.'),
    breaks,
    says('And so on.'),
  ]);
  const tools = [{ ...ECHO, require_approval: 'never' as const }];
  const failed = await client.responses.create({ model: 'm', input: 'Go', tools });
  expect(failed).toMatchObject({ status: 'failed', output_text: 'It sa' });
  const next = { model: 'm', input: 'Go on' };
  await client.responses.create({ ...next, previous_response_id: failed.id });
  expect(model.asked[2]?.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Go'],
    ['assistant', null],
    ['tool', 'Echo: hi'],
    ['assistant', 'It sa'],
    ['user', 'Go on'],
  ]);
  // A stream has told its ID, also where nothing ran.
  let id = '';
  for await (const event of await client.responses.create({ model: 'm', input: 'Go', stream: true }))
    if (event.type === 'response.failed') ({ id } = event.response);
  await client.responses.create({ ...next, previous_response_id: id });
  expect(model.asked[4]?.messages).toHaveLength(3);
});

test('a busy model says when to ask again, and the client is told so', async () => {
  const busy =
    (status: number, after?: string): Answer =>
    response =>
      void response.writeHead(status, after === undefined ? {} : { 'retry-after': after }).end();
  const { post } = await openAi(world({}), [
    busy(429, '7'),
    busy(503, '8'),
    busy(429, 'Wed, 21 Oct 2015 07:28:00 GMT'),
    busy(429, 'now; X-Evil: 1'),
    busy(529),
  ]);
  const told = async (path: string, body: object) => {
    const answer = await post(path, { model: 'm', ...body });
    return [answer.status, answer.headers.get('retry-after'), await answer.json()] as const;
  };
  const response = async () => await told('/v1/responses', { input: 'Go' });
  expect(await response()).toMatchObject([429, '7', { error: { code: 'model-busy' } }]);
  expect(await told('/llm-exec/round', { messages: [{ role: 'user', content: 'Go' }] })).toMatchObject([
    503,
    '8',
    { code: 'model-busy', statusCode: 503 },
  ]);
  expect(await response()).toMatchObject([429, '0', {}]);
  expect(await response()).toMatchObject([429, null, {}]);
  expect(await response()).toMatchObject([503, null, { error: { type: 'server_error' } }]);
});
