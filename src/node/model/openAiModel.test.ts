import { expect, onTestFinished, test, vi } from 'vitest';
import type { ModelPart, ModelRequest } from '../../core/rounds/modelPort';
import {
  type Answer,
  callDelta,
  calls,
  delta,
  endlessly,
  events,
  says,
  scriptedEndpoint,
  streamed,
} from '../../../test/support/scriptedEndpoint';
import { noSignal } from '../../../test/support/testCore';
import { openAiModel } from './openAiModel';

const REQUEST: ModelRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'PROMPT-SECRET' }],
  tools: [{ name: 'read', description: 'Reads', parameters: { type: 'object' } }],
  settings: {},
};

type Script = readonly Answer[];

async function answer(script: Script, request: Partial<ModelRequest> = {}, key?: string) {
  const endpoint = await scriptedEndpoint(...script);
  const parts: ModelPart[] = [];
  const model = openAiModel({ url: `${endpoint.url}/`, key });
  for await (const part of model.ask({ ...REQUEST, ...request }, noSignal())) parts.push(part);
  return { parts, ...endpoint };
}

const MIXED = events(
  delta({ role: 'assistant', reasoning_content: 'Häh?' }),
  delta({ content: 'Grüße 🎉\u2028' }),
  callDelta(0, '{"pa', 'a', 'read'),
  callDelta(1, '', 'b', 'write'),
  callDelta(0, 'th":"ü"}'),
  callDelta(1, '{}'),
  delta({}, 'tool_calls'),
  {
    choices: [],
    usage: {
      prompt_tokens: 7,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 1 },
    },
  },
);

const MIXED_PARTS: readonly ModelPart[] = [
  { type: 'reasoning', text: 'Häh?' },
  { type: 'text', text: 'Grüße 🎉\u2028' },
  { type: 'usage', usage: { inputTokens: 7, outputTokens: 5, cachedInputTokens: 2, reasoningTokens: 1 } },
  { type: 'call', id: 'a', name: 'read', json: '{"path":"ü"}' },
  { type: 'call', id: 'b', name: 'write', json: '{}' },
];

test.each([Infinity, 1, 2, 3, 7, 64])('an answer in pieces of %s bytes is the same', async bytes => {
  const { parts } = await answer([streamed(MIXED, bytes)]);
  expect(parts).toEqual(MIXED_PARTS);
});

test('lines may end with CR LF, comments and other fields are skipped', async () => {
  const text = `: keep-alive\r\nevent: chunk\r\nid: 4\r\n${MIXED.replaceAll('\n', '\r\n')}`;
  expect((await answer([streamed(text, 5)])).parts).toEqual(MIXED_PARTS);
});

test('calls without places or IDs are told apart, and arguments may come as an object', async () => {
  const call = (id: string | undefined, json: unknown) =>
    delta({
      tool_calls: [{ ...(id === undefined ? {} : { id }), function: { name: 'read', arguments: json } }],
    });
  const { parts } = await answer([
    streamed(events(call('x', '{"a"'), call(undefined, ':1}'), call('y', { b: 2 }), delta({}, 'tool_calls'))),
  ]);
  expect(parts).toEqual([
    { type: 'call', id: 'x', name: 'read', json: '{"a":1}' },
    { type: 'call', id: 'y', name: 'read', json: '{"b":2}' },
  ]);
  const bare = streamed(events(callDelta(0, '{}', undefined, 'read'), delta({}, 'tool_calls')));
  expect((await answer([bare])).parts).toEqual([{ type: 'call', id: 'call_0', name: 'read', json: '{}' }]);
});

test.each([{}, { index: 0, id: '' }])('whole calls that all have %j are told apart', async (more: object) => {
  const call = (json: string) => ({ ...more, function: { name: 'read', arguments: json } });
  const two = { tool_calls: [call('{"a":1}'), call('{"b":2}')] };
  const { parts } = await answer([streamed(events(delta(two), delta({}, 'tool_calls')))]);
  expect(parts).toMatchObject([
    { name: 'read', json: '{"a":1}' },
    { name: 'read', json: '{"b":2}' },
  ]);
});

test('an endpoint that knows no streams is understood too', async () => {
  const { parts } = await answer([
    response => {
      response.setHeader('content-type', 'application/json; charset=utf-8');
      response.end(JSON.stringify({ choices: [{ message: { content: 'Hi' }, finish_reason: 'length' }] }));
    },
  ]);
  expect(parts).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'cut', by: 'length' },
  ]);
});

test('a refusal is said, and what cut the answer is told', async () => {
  const { parts } = await answer([streamed(events(delta({ refusal: 'No.' }), delta({}, 'content_filter')))]);
  expect(parts).toEqual([
    { type: 'text', text: 'No.' },
    { type: 'cut', by: 'content_filter' },
  ]);
});

test.each([
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['sensitive', 'content_filter'],
])('an answer that ends with %s is told to be cut off', async (reason, by) => {
  const { parts } = await answer([streamed(events(delta({ content: 'A' }), delta({}, reason)))]);
  expect(parts).toContainEqual({ type: 'cut', by });
});

test('a request says what is asked, and nothing that is not', async () => {
  const { asked, headers } = await answer(
    [says('ok')],
    {
      messages: [
        { role: 'system', content: 'S' },
        { role: 'tool_request', tool_calls: [{ id: 'a', name: 'read', arguments: { x: 1 } }] },
        { role: 'tool_response', tool_calls: [{ tool_call_id: 'a', tool_name: 'read', content: 'R' }] },
        { role: 'assistant', content: 'A', reasoning: 'why' },
      ],
      settings: { temperature: 0, maxOutputTokens: 9, toolChoice: 'required', parallelToolCalls: false },
    },
    'KEY',
  );
  expect(asked).toEqual([
    {
      model: 'm',
      messages: [
        { role: 'system', content: 'S' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{"x":1}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'R' },
        { role: 'assistant', content: 'A' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      max_completion_tokens: 9,
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'Reads', parameters: { type: 'object' } },
        },
      ],
      tool_choice: 'required',
      parallel_tool_calls: false,
    },
  ]);
  expect(headers[0]).toMatchObject({ authorization: 'Bearer KEY' });
  const bare = await answer([says('ok')], { tools: [], settings: { toolChoice: 'auto' } });
  expect(Object.keys(bare.asked[0] ?? {})).toEqual(['model', 'messages', 'stream', 'stream_options']);
  expect(bare.headers[0]).not.toHaveProperty('authorization');
});

const status = (code: number): Script => [response => void response.writeHead(code).end('KEY PROMPT-SECRET')];

test.each<readonly [string, Script, string]>([
  ['400', status(400), 'model-refused'],
  ['401', status(401), 'model-denied'],
  ['402', status(402), 'model-denied'],
  ['403', status(403), 'model-denied'],
  ['404', status(404), 'model-not-found'],
  ['413', status(413), 'model-refused'],
  ['429', status(429), 'model-busy'],
  ['500', status(500), 'model-failed'],
  [
    'a redirect',
    [response => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
    'model-failed',
  ],
  [
    'an error in the middle',
    [streamed(events(delta({ content: 'A' }), { error: { message: 'PROMPT-SECRET' } }))],
    'model-failed',
  ],
  [
    'an end that went wrong',
    [streamed(events(delta({ content: 'A' }), delta({}, 'insufficient_system_resource')))],
    'model-failed',
  ],
  [
    'an end before the end',
    [streamed(`data: ${JSON.stringify(delta({ content: 'A' }))}\n\n`)],
    'model-failed',
  ],
  [
    'a broken connection',
    [
      response => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {');
        setImmediate(() => response.destroy());
      },
    ],
    'model-failed',
  ],
  ['no JSON', [streamed('data: {"choices":PROMPT-SECRET\n\n')], 'model-failed'],
])('%s is told without a word of what was asked or answered', async (_what, script, code) => {
  const error: unknown = await answer(script, {}, 'KEY').catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code });
  expect(String(error)).not.toMatch(/KEY\b(?!\.)|PROMPT-SECRET/);
});

test.each<readonly [string, Answer]>([
  ['404', response => void response.writeHead(404).end()],
  ['405', response => void response.writeHead(405).end()],
  [
    'a page',
    response => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>'),
  ],
])('%s says that the address may be wrong', async (_what, at) => {
  await expect(answer([at])).rejects.toThrow('Is the address that of the API itself');
});

test('a model may think for as long as a round may take before it says anything', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: isAsked, resolve: begin } = Promise.withResolvers<void>();
  const { promise: hasThought, resolve: say } = Promise.withResolvers<void>();
  const asking = answer([
    async (response, body) => {
      begin();
      await hasThought;
      await says('Well')(response, body);
    },
  ]);
  await isAsked;
  vi.advanceTimersByTime(3_000_000);
  say();
  expect((await asking).parts).toEqual([{ type: 'text', text: 'Well' }]);
});

test('a call whose answer never ends is given up with the signal, and its request too', async () => {
  const silent = await scriptedEndpoint(response =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  );
  const over = new AbortController();
  const asking = (async () => {
    for await (const _ of openAiModel({ url: silent.url, key: undefined }).ask(REQUEST, over.signal));
  })();
  while (silent.asked.length === 0) await new Promise(resolve => setImmediate(resolve));
  over.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
  while (silent.open() > 0) await new Promise(resolve => setImmediate(resolve));
});

test.each<readonly [string, (many: string) => object]>([
  ['arguments', many => callDelta(0, many, 'a', 'read')],
  ['calls', () => ({ choices: [{ delta: { tool_calls: [{ id: 'a', function: { name: 'read' } }] } }] })],
])('an answer whose %s do not end is cut off, and its request given up', async (_what, chunk) => {
  const said = `data: ${JSON.stringify(chunk('x'.repeat(60_000)))}\n\n`;
  const { parts, open } = await answer([endlessly(said)]);
  expect(parts).toEqual([{ type: 'cut', by: 'length' }]);
  while (open() > 0) await new Promise(resolve => setImmediate(resolve));
});

test('an answer in one piece that does not end is given up', async () => {
  const asking = answer([endlessly('x'.repeat(60_000), 'application/json')]);
  await expect(asking).rejects.toMatchObject({
    code: 'model-failed',
    message: expect.stringContaining('in one piece'),
  });
});

test('a call is made of what comes, whatever a model repeats', async () => {
  expect((await answer([calls(['read', '{"a":1}'], ['read', '{"a":1}'])])).parts).toHaveLength(2);
});

test('calls of which each has the place 0 are told apart by their IDs, and parts of one are not', async () => {
  const named = (id: string, json: string) => callDelta(0, json, id, 'read');
  const sameId = callDelta(0, '"b":2}', 'y', 'read');
  // Some give each part an ID of its own: only a name begins a call.
  const ownId = delta({ tool_calls: [{ index: 0, id: 'z', function: { arguments: '1}' } }] });
  const { parts } = await answer([
    streamed(events(named('x', '{"a":'), ownId, named('y', '{'), sameId, delta({}, 'tool_calls'))),
  ]);
  expect(parts).toEqual([
    { type: 'call', id: 'x', name: 'read', json: '{"a":1}' },
    { type: 'call', id: 'y', name: 'read', json: '{"b":2}' },
  ]);
});

test('how a model thought before its calls goes back as it came, and not to one that refuses it', async () => {
  const refuses: Answer = response => void response.writeHead(400).end('{}');
  const endpoint = await scriptedEndpoint(
    streamed(events(delta({ reasoning: 'Hm' }), delta({ content: 'A' }, 'stop'))),
    says('B'),
    refuses,
    says('C'),
  );
  const model = openAiModel({ url: endpoint.url, key: undefined });
  const tool_calls = [{ id: 'a', name: 'read', arguments: {} }];
  const messages: ModelRequest['messages'] = [
    { role: 'tool_request', reasoning: 'Why', tool_calls },
    { role: 'tool_response', tool_calls: [{ tool_call_id: 'a', tool_name: 'read', content: 'R' }] },
  ];
  const ask = async (name: string) => {
    for await (const _ of model.ask({ ...REQUEST, model: name, messages }, noSignal()));
  };
  await ask('m');
  await ask('m');
  await ask('other');
  const thoughts = endpoint.asked.map(({ messages: [first] }) => [
    first?.['reasoning_content'],
    first?.['reasoning'],
  ]);
  expect(thoughts).toEqual([
    ['Why', undefined],
    [undefined, 'Why'],
    ['Why', undefined],
    [undefined, undefined],
  ]);
});

test('texts and thoughts in parts, as Mistral sends them, are read', async () => {
  const thinking = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }];
  const { parts } = await answer([
    streamed(
      events(delta({ content: thinking }), delta({ content: [{ type: 'text', text: 'Hi' }] }, 'stop')),
    ),
  ]);
  expect(parts).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Hi' },
  ]);
});

test.each([
  ['{"error":{"code":"context_length_exceeded","message":"PROMPT-SECRET"}}', 'too long'],
  ['{"error":{"message":"the request exceeds the available context size PROMPT-SECRET"}}', 'too long'],
  ['{"object":"error","message":"This model\'s maximum context length is 8 tokens"}', 'too long'],
  ['{"error":{"message":"PROMPT-SECRET"}}', 'may not take tools'],
])('a request that is longer than the model takes is told apart: %s', async (body, told) => {
  const error: unknown = await answer([response => void response.writeHead(400).end(body)]).catch(
    (failure: unknown) => failure,
  );
  expect(error).toMatchObject({ code: 'model-refused', message: expect.stringContaining(told) });
  expect(String(error)).not.toContain('SECRET');
});
