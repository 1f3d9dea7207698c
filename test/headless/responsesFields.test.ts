import type OpenAI from 'openai';
import { expect, test } from 'vitest';
import { type Answer, calls, delta, events, says, streamed } from '../support/scriptedEndpoint';
import { openAi, roundsOver, tool } from './roundsClient';
import { realServer, world } from './world';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

type Mcp = OpenAI.Responses.Tool.Mcp;

const everything = (rest: Partial<Mcp>): Mcp => ({ type: 'mcp', server_label: 'everything', ...rest });
const servers = () => world({ everything: realServer('everything') });

test.each<readonly [string, NonNullable<Mcp['require_approval']>, readonly string[]]>([
  ['one is let run by its name', { never: { tool_names: ['echo'] } }, ['mcp_call', 'mcp_approval_request']],
  ['those that only read are let run', { never: { read_only: true } }, ['mcp_call', 'mcp_approval_request']],
  [
    'what is in both is asked about',
    { never: { tool_names: ['echo', 'toggle-simulated-logging'] }, always: { tool_names: ['echo'] } },
    ['mcp_approval_request', 'mcp_call'],
  ],
])('approvals tool by tool: %s', async (_what, require_approval, types) => {
  const { client } = await openAi(servers(), [
    calls(['echo', '{"message":"hi"}'], ['toggle-simulated-logging', '{}']),
  ]);
  const tools = [everything({ require_approval })];
  const { output } = await client.responses.create({ model: 'm', input: 'Go', tools });
  const kindOf = (name: string) =>
    output.find(item => item.type.startsWith('mcp_') && 'name' in item && item.name === name)?.type;
  expect([kindOf('echo'), kindOf('toggle-simulated-logging')]).toEqual(types);
});

test('the tools of a server are narrowed to those that only read, or to the others', async () => {
  const { client, model } = await openAi(servers(), [says('Ok')]);
  for (const read_only of [true, false]) {
    const tools = [everything({ allowed_tools: { read_only } })];
    await client.responses.create({ model: 'm', input: 'Go', tools });
  }
  const [reads, others] = model.asked.map(({ tools = [] }) => tools.map(each => each.function.name));
  expect(reads).toContain('echo');
  expect(others).toContain('toggle-simulated-logging');
  expect(reads?.filter(name => others?.includes(name))).toEqual([]);
});

test('calls beyond max_tool_calls do not run, and the model is told', async () => {
  const echo = ['echo', '{"message":"hi"}'] as const;
  const { client } = await openAi(servers(), [
    calls([...echo, 'a'], [...echo, 'b']),
    says('Once is enough.'),
  ]);
  const response = await client.responses.create({
    ...{ model: 'm', input: 'Go', max_tool_calls: 1 },
    tools: [everything({ require_approval: 'never' })],
  });
  expect(response).toMatchObject({ max_tool_calls: 1, output_text: 'Once is enough.' });
  expect(response.output.filter(({ type }) => type === 'mcp_call')).toMatchObject([
    { output: 'Echo: hi', error: null },
    { output: null, error: expect.stringContaining('the maximum of 1 tool calls') },
  ]);
});

test('the form of the answer, a strict function, and the function to call reach the model', async () => {
  const { client, model } = await openAi(world({}), [calls(['add', '{}', 'c1']), says('{"sum":2}')]);
  const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
  const format = { type: 'json_schema', name: 'answer', schema, strict: true } as const;
  const parameters = { type: 'object', properties: {}, additionalProperties: false };
  const add = { type: 'function', name: 'add', parameters, strict: true } as const;
  const first = await client.responses.create({
    ...{ model: 'm', input: 'Add', tools: [add], text: { format } },
    tool_choice: { type: 'function', name: 'add' },
  });
  expect(first.text?.format).toEqual(format);
  expect(model.asked[0]).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
    tools: [{ function: { name: 'add', strict: true } }],
    tool_choice: { type: 'function', function: { name: 'add' } },
  });
  const parsed = await client.responses.parse({
    ...{ model: 'm', previous_response_id: first.id, text: { format } },
    input: [{ type: 'function_call_output', call_id: 'c1', output: '2' }],
  });
  expect(parsed.output_parsed).toEqual({ sum: 2 });
});

test('images of the client reach the model, with the history too', async () => {
  const { client, model } = await openAi(world({}), [says('A dot.'), says('Red.')]);
  const image_url = `data:image/png;base64,${PNG}`;
  const { id } = await client.responses.create({
    model: 'm',
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image_url, detail: 'low' },
        ],
      },
    ],
  });
  const said = {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: image_url, detail: 'low' } },
    ],
  };
  expect(model.asked[0]?.messages).toEqual([said]);
  await client.responses.create({ model: 'm', previous_response_id: id, input: 'Which color?' });
  expect(model.asked[1]?.messages[0]).toEqual(said);
});

test('an image in the result of a tool or a function reaches the model beside the result, and no history keeps it', async () => {
  const { client, model, round } = await openAi(servers(), [
    calls(['get-tiny-image', '{}', 'c1']),
    calls(['draw', '{}', 'c2']),
    says('Nice.'),
    calls(['get-tiny-image', '{}', 'c1']),
    says('Nice.'),
  ]);
  const draw = { type: 'function', name: 'draw', parameters: {}, strict: false } as const;
  const tools = [everything({ require_approval: 'never' }), draw];
  const { id } = await client.responses.create({ model: 'm', input: 'Look', tools });
  const after = (at: number) => model.asked[at]?.messages.slice(-2);
  expect(after(1)).toMatchObject([
    { role: 'tool', tool_call_id: 'c1', content: expect.stringContaining('(image, image/png)') },
    {
      role: 'user',
      content: [
        { type: 'text', text: expect.stringMatching(/^Images in the result of the tool call "c1"/) },
        { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } },
      ],
    },
  ]);
  const image_url = `data:image/png;base64,${PNG}`;
  await client.responses.create({
    ...{ model: 'm', previous_response_id: id, tools },
    input: [{ type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_image', image_url }] }],
  });
  expect(after(2)).toMatchObject([
    { role: 'tool', tool_call_id: 'c2' },
    { content: [{}, { image_url: { url: image_url } }] },
  ]);
  const { reply } = await round({ tools: [tool('everything', 'never', ['get-tiny-image'])] });
  expect(JSON.stringify(reply)).not.toContain('iVBOR');
});

test('a model that takes no images is asked again without those that nobody asked for', async () => {
  const refuses: Answer = response => void response.writeHead(400).end('{}');
  const { round, model } = await roundsOver(servers(), [
    calls(['get-tiny-image', '{}']),
    refuses,
    says('I read of an image.'),
  ]);
  const { reply } = await round({ tools: [tool('everything', 'never', ['get-tiny-image'])] });
  expect(reply).toMatchObject({ finish_reason: 'stop', message: { content: 'I read of an image.' } });
  expect(model.asked.map(({ messages }) => JSON.stringify(messages).includes('image_url'))).toEqual([
    false,
    true,
    false,
  ]);
});

test('what a provider adds to a call and how it thought go back to it with the call', async () => {
  const extra_content = { google: { thought_signature: 'SIG' } };
  const call = { id: 'c', type: 'function', function: { name: 'echo', arguments: '{"message":"hi"}' } };
  const thinks = streamed(
    events(
      delta({ reasoning_content: 'I will ' }),
      delta({ reasoning_content: 'echo.' }),
      delta({ tool_calls: [{ index: 0, ...call, extra_content }] }),
      delta({}, 'tool_calls'),
    ),
  );
  const { client, round, model } = await openAi(world({ everything: realServer('everything') }), [
    thinks,
    says('Hi.'),
    thinks,
    says('Hi.'),
    says('Bye.'),
  ]);
  const said = {
    role: 'assistant',
    content: null,
    reasoning_content: 'I will echo.',
    tool_calls: [{ ...call, extra_content }],
  };
  // A round whose call waits for the client, and goes on with the messages of the reply.
  const tools = [tool('everything', 'always', ['echo'])];
  const { reply } = await round({ tools });
  const approvals = [{ approval_request_id: 'apr_c', approve: true }];
  await round({ tools, messages: reply.messages, approvals });
  expect(model.asked[1]?.messages[1]).toEqual(said);
  // A response, and one that goes on from it.
  const first = await client.responses.create({
    model: 'm',
    input: 'Go',
    tools: [everything({ require_approval: 'never' })],
  });
  await client.responses.create({ model: 'm', input: 'On', previous_response_id: first.id });
  expect(model.asked[3]?.messages[1]).toEqual(said);
  expect(model.asked[4]?.messages[1]).toEqual(said);
  // Its items, where a client keeps the history.
  const input = [
    { role: 'user' as const, content: 'Go' },
    ...(first.output as OpenAI.Responses.ResponseInputItem[]),
  ];
  await client.responses.create({
    model: 'm',
    input: [...input, { role: 'user', content: 'On' }],
    store: false,
  });
  expect(model.asked[5]?.messages[1]).toMatchObject({ reasoning_content: 'I will echo.' });
});

test('a call with an ID that holds a signature, as LiteLLM makes them, is approved and gone on with', async () => {
  const id = `call_1__thought__${'A'.repeat(5_000)}`;
  const { client, round, model } = await openAi(servers(), [
    calls(['echo', '{"message":"hi"}', id]),
    says('Hi.'),
    calls(['echo', '{"message":"hi"}', id]),
    says('Hi.'),
  ]);
  const { reply } = await round({ tools: [tool('everything', 'always', ['echo'])] });
  const approvals = [{ approval_request_id: `apr_${id}`, approve: true }];
  const on = await round({
    tools: [tool('everything', 'always', ['echo'])],
    messages: reply.messages,
    approvals,
  });
  expect(on).toMatchObject({ status: 200, reply: { tool_calls: [{ result: 'Echo: hi' }] } });
  const tools = [everything({ allowed_tools: ['echo'] })];
  const { output } = await client.responses.create({ model: 'm', input: 'Go', tools, store: false });
  const input = [
    { role: 'user' as const, content: 'Go' },
    ...(output as OpenAI.Responses.ResponseInputItem[]),
    { type: 'mcp_approval_response' as const, approval_request_id: `apr_${id}`, approve: true },
  ];
  await client.responses.create({ model: 'm', input, tools });
  expect(model.asked.at(-1)?.messages.at(-1)).toMatchObject({ tool_call_id: id, content: 'Echo: hi' });
});

test('what clients send by themselves is taken, and the response says what holds', async () => {
  const { client, model } = await openAi(world({}), [says('Hi.')]);
  const response = await client.responses.create({
    ...{ model: 'm', input: 'Go', store: false, truncation: 'auto', service_tier: 'flex' },
    include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
    reasoning: { effort: 'low', summary: 'auto' },
    stream_options: { include_obfuscation: true },
    ...{ prompt_cache_key: 'k', prompt_cache_retention: '24h', safety_identifier: 's', conversation: null },
  });
  expect(response).toMatchObject({
    ...{ output_text: 'Hi.', truncation: 'disabled', service_tier: 'default' },
    reasoning: { effort: 'low', summary: null },
  });
  expect(Object.keys(model.asked[0] ?? {}).toSorted()).toEqual([
    'messages',
    'model',
    'reasoning_effort',
    'stream',
    'stream_options',
  ]);
});

test('a client that stores nothing here brings the thoughts back with their call, and those of others are left out', async () => {
  const thinks = streamed(
    events(
      delta({ reasoning_content: 'I will add.' }),
      delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'add', arguments: '{}' } }] }),
      delta({}, 'tool_calls'),
    ),
  );
  const { client, model } = await openAi(world({}), [thinks, says('Two.')]);
  const given = { model: 'm', store: false, include: ['reasoning.encrypted_content' as const] };
  const add = { type: 'function', name: 'add', parameters: {}, strict: false } as const;
  const { output } = await client.responses.create({ ...given, input: 'Add', tools: [add] });
  const [thought, call] = output;
  if (thought?.type !== 'reasoning' || call?.type !== 'function_call') throw new Error('It did not think.');
  const { id, type, summary, encrypted_content } = thought;
  const others = { id: 'rs_1', type, summary, encrypted_content: 'gAAAAA' };
  const result = { type: 'function_call_output', call_id: 'c1', output: '2' } as const;
  const own = { id, type, summary, encrypted_content: encrypted_content ?? null };
  await client.responses.create({
    ...given,
    input: [{ role: 'user', content: 'Add' }, others, own, call, result],
    tools: [add],
  });
  expect(model.asked[1]?.messages[1]).toMatchObject({ reasoning_content: 'I will add.' });
});

test('items of earlier responses come by their ID, as the AI SDK sends them, in another program too', async () => {
  const of = servers();
  const thinks = (...parts: readonly object[]) =>
    streamed(
      events(delta({ reasoning_content: 'Hm.' }), ...parts.map(part => delta(part)), delta({}, 'stop')),
    );
  const call = { index: 0, id: 'c1', function: { name: 'echo', arguments: '{"message":"hi"}' } };
  const answers = [thinks({ content: 'I echo.' }, { tool_calls: [call] }), thinks({ content: 'Hi.' })];
  const tools = [everything({ require_approval: 'never', allowed_tools: ['echo'] })];
  const { client, post } = await openAi(of, answers);
  const { output } = await client.responses.create({ model: 'm', input: 'Go', tools });
  const refer = (items: typeof output) =>
    items.map(({ id = '' }) => ({ type: 'item_reference' as const, id }));
  const lost = await post('/v1/responses', {
    model: 'm',
    input: [{ type: 'item_reference', id: 'msg_0_0_0' }],
  });
  expect([lost.status, await lost.text()]).toEqual([
    400,
    expect.stringContaining('input[0]: no item \\"msg_0_0_0'),
  ]);
  const again = await openAi(of, [says('On.')]);
  const input = [
    { role: 'user' as const, content: 'Go' },
    ...refer(output),
    { role: 'user' as const, content: 'On' },
  ];
  await again.client.responses.create({ model: 'm', input });
  expect(again.model.asked[0]?.messages).toMatchObject([
    { content: 'Go' },
    { role: 'assistant', content: 'I echo.' },
    { reasoning_content: 'Hm.', tool_calls: [{ id: 'c1', function: { arguments: '{"message":"hi"}' } }] },
    { role: 'tool', tool_call_id: 'c1', content: 'Echo: hi' },
    { role: 'assistant', content: 'Hi.' },
    { content: 'On' },
  ]);
});
