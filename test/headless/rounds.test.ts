import { request } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textBelow } from '../support/filesOnDisk';
import { calls, says, streamed, events, delta, type Answer } from '../support/scriptedEndpoint';
import { start } from './clients';
import { eventsOf, type Reply, roundsOver, tool, USER } from './roundsClient';
import { realServer, script, TINY, world } from './world';

/** What differs from run to run. */
function alike({ id: _id, thread_id: _thread, ...reply }: Reply) {
  return JSON.parse(
    JSON.stringify(reply, (key, value: unknown) => (key === 'duration_ms' ? 0 : value)),
  ) as unknown;
}

test('a model uses a real server in a round, whole or as a stream, with the same result', async () => {
  const answers = [
    calls(['echo', '{"message":"héllo"}']),
    says('It said héllo.'),
    calls(['echo', '{"message":"héllo"}']),
    says('It said héllo.'),
  ];
  const { round, post, model, started } = await roundsOver(
    world({ everything: realServer('everything') }),
    answers,
  );
  const body = { tools: [tool('everything', 'never', ['echo'])], thread_id: 't1', instructions: 'Be brief' };
  const { status, reply } = await round(body);
  expect(status).toBe(200);
  expect(reply).toMatchObject({
    thread_id: 't1',
    finish_reason: 'stop',
    complete: true,
    message: { role: 'assistant', content: 'It said héllo.' },
    mcp_servers: [{ server_label: 'everything', tools: ['echo'] }],
    tool_calls: [{ name: 'echo', mcp_server: 'everything', result: 'Echo: héllo' }],
  });
  expect(model.headers[0]).toMatchObject({ authorization: 'Bearer MODEL-KEY-SECRET' });
  expect(model.asked[1]?.messages.at(-1)).toMatchObject({ role: 'tool', content: 'Echo: héllo' });

  const answer = await post('/v1/llm-exec/round/stream', { model: 'm', messages: [USER], ...body });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const all = eventsOf(await answer.text());
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1));
  const { type: _type, seq: _seq, ...done } = all.at(-1) as Reply;
  expect(alike(done as Reply)).toEqual(alike(reply));
  expect(started.stderr()).not.toMatch(/SECRET|héllo/);
});

test('calls wait for the client over two requests, also after the program was killed in between', async () => {
  const of = world({ tiny: script(TINY) });
  const first = await roundsOver(of, [calls(['ping', '{}'])]);
  const { reply } = await first.round({ tools: [tool('tiny', 'always')] });
  expect(reply).toMatchObject({
    finish_reason: 'approval_required',
    complete: false,
    pending_approvals: [{ name: 'ping' }],
  });
  first.started.child.kill('SIGKILL');
  await first.started.exit;
  const second = await roundsOver(of, [says('Pong it is')]);
  const [{ approval_request_id }] = reply['pending_approvals'] as [{ approval_request_id: string }];
  const next = await second.round({
    tools: [tool('tiny', 'always')],
    messages: reply.messages,
    approvals: [{ approval_request_id, approve: true }],
  });
  expect(next.reply).toMatchObject({
    finish_reason: 'stop',
    tool_calls: [{ name: 'ping', result: 'pong', approval: 'user' }],
  });
});

test('servers of a round are off again when it ends, and other clients never see them', async () => {
  const { round, agent } = await roundsOver(world({ tiny: script(TINY) }), [
    calls(['ping', '{}']),
    says('Ok'),
  ]);
  const { agent: other } = await agent();
  await round({ tools: [tool('tiny')] });
  expect(await other.toolNames()).not.toContain('tiny__ping');
  expect((await other.call('tiny__ping')).code).toBe('not-active-here');
});

test('what is wrong with a request is said in one form, and nothing is run', async () => {
  const { base, post, round, model, token, started } = await roundsOver(world({ tiny: script(TINY) }), [
    says('Never'),
  ]);
  const json = { 'content-type': 'application/json' };
  const bodyOf = async (answer: Response) => (await answer.json()) as unknown;
  const bad = { ...json, 'x-api-key': `${token.slice(1)}x` };
  const wrong = { ...json, authorization: `Bearer ${'x'.repeat(43)}` };
  for (const own of [json, bad, wrong, { ...json, authorization: `Entity ${token}` }]) {
    const answer = await post('/llm-exec/round', {}, own);
    expect([answer.status, await bodyOf(answer)]).toEqual([
      401,
      {
        error: expect.stringMatching(
          /^Invalid authorization format or token\..* with the token that the program printed/,
        ),
        statusCode: 401,
        code: 'unauthorized',
      },
    ]);
  }
  const bearer = await post('/llm-exec/round', {}, { ...json, authorization: `Bearer ${token}` });
  expect([bearer.status, await bodyOf(bearer)]).toMatchObject([
    400,
    { statusCode: 400, code: 'invalid-round' },
  ]);
  const large = await post('/llm-exec/round', {
    model: 'm',
    messages: [{ role: 'user', content: 'x'.repeat(600 * 1_024) }],
  });
  expect([large.status, await bodyOf(large)]).toMatchObject([413, { statusCode: 413, code: 'too-large' }]);
  const broken = await post('/llm-exec/round', '{"model":');
  expect([broken.status, await bodyOf(broken)]).toMatchObject([
    400,
    { statusCode: 400, code: 'invalid-round' },
  ]);
  const got = await fetch(`${base}/llm-exec/round`, { headers: { 'x-api-key': token } });
  expect([got.status, got.headers.get('allow'), await bodyOf(got)]).toMatchObject([
    405,
    'POST',
    { statusCode: 405 },
  ]);
  expect((await post('/llm-exec/other', {})).status).toBe(404);
  const foreign = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      `${base}/llm-exec/round`,
      { method: 'POST', headers: { ...json, 'x-api-key': token, host: 'evil.example' } },
      ({ statusCode }) => resolve(statusCode),
    );
    sent.once('error', reject).end('{}');
  });
  expect(foreign).toBe(403);
  expect(await round({ tools: [tool('nowhere')] })).toMatchObject({
    status: 400,
    reply: {
      error: expect.stringMatching(
        /^Failed to fetch tools from MCP server nowhere: There is no server "nowhere"\. server_label is the name .* set server_url\.$/,
      ),
      code: 'tools-not-listed',
    },
  });
  const orphan = { role: 'tool_response', tool_calls: [{ tool_call_id: 'a', content: 'x' }] };
  expect(await round({ messages: [orphan] })).toMatchObject({
    status: 400,
    reply: { code: 'orphan-response' },
  });
  expect(await round({ max_loops: 3 })).toMatchObject({
    status: 400,
    reply: { error: expect.stringContaining('"config.max_loops"'), code: 'invalid-round' },
  });
  expect(model.asked).toEqual([]);
  expect(started.stderr()).not.toContain('SECRET');
});

test('what the model endpoint refuses has its status, and in a stream it is the last event', async () => {
  const refused: Answer = response => void response.writeHead(429).end('MODEL-KEY-SECRET');
  const { round, post } = await roundsOver(world({}), [refused]);
  expect(await round({})).toEqual({
    status: 429,
    reply: { error: expect.stringContaining('429'), statusCode: 429, code: 'model-busy' },
  });
  const answer = await post('/llm-exec/round/stream', { model: 'm', messages: [USER] });
  const all = eventsOf(await answer.text());
  expect(all.map(({ type }) => type)).toEqual(['start', 'error']);
  expect(all[1]).toMatchObject({ error: { code: 'model-busy' } });
});

test('after an error of a tool, the event that the other API sends comes too where it is wanted', async () => {
  const { post } = await roundsOver(world({ tiny: script(TINY) }), [calls(['none', '{}']), says('Ok')]);
  const answer = await post('/llm-exec/round/stream', {
    model: 'm',
    messages: [USER],
    tools: [tool('tiny')],
    compatibility: { done_after_error: true },
  });
  const kinds = eventsOf(await answer.text()).map(({ type }) => type);
  expect(kinds.slice(kinds.indexOf('internal_tool.error'))).toEqual(
    expect.arrayContaining(['internal_tool.error', 'internal_tool.done']),
  );
});

test('a client that goes takes its model request with it', async () => {
  const silent: Answer = response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(delta({ content: 'Wait' }))}\n\n`);
  };
  const { post, model } = await roundsOver(world({}), [silent]);
  for (const path of ['/llm-exec/round', '/llm-exec/round/stream']) {
    const gone = new AbortController();
    const asking = post(path, { model: 'm', messages: [USER] }, undefined, gone.signal).then(answer =>
      answer.text(),
    );
    asking.catch(() => undefined);
    while (model.open() === 0) await new Promise(resolve => setImmediate(resolve));
    gone.abort();
    await expect(asking).rejects.toThrow(/abort/i);
    while (model.open() > 0) await new Promise(resolve => setImmediate(resolve));
  }
});

test('fifty rounds at once each get their own', async () => {
  const echo: Answer = async (response, { messages }) =>
    await streamed(events(delta({ content: String(messages.at(-1)?.['content']) }), delta({}, 'stop')), 9)(
      response,
      { model: '', messages },
    );
  const { round } = await roundsOver(world({ tiny: script(TINY) }), [echo]);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      round({ messages: [{ role: 'user', content: `Nr ${i}` }], tools: [tool('tiny')] }),
    ),
  );
  expect(replies.map(({ reply }) => (reply['message'] as { content: string }).content)).toEqual(
    replies.map((_, i) => `Nr ${i}`),
  );
});

test('prompts and keys are nowhere in what the program keeps', async () => {
  const of = world({ tiny: script(TINY) });
  const { round, started } = await roundsOver(of, [
    calls(['ping', '{"text":"ARGUMENT-SECRET"}']),
    says('ANSWER-SECRET'),
  ]);
  await round({ tools: [tool('tiny')] });
  const state = join(of.folder, 'state');
  const kept = textBelow(state);
  expect(kept).not.toContain('SECRET');
  expect(started.stderr()).not.toContain('SECRET');
});

test.each([
  [['--model-endpoint', 'nowhere'], 'The address of the model endpoint is no URL.'],
  [['--http', '--model-endpoint', 'nowhere'], 'The address of the model endpoint is no URL.'],
  [
    ['--http', '--model-endpoint', 'http://models.example/v1'],
    'The address of the model endpoint needs https, but on this machine.',
  ],
  [
    ['--http', '--model-endpoint', 'https://me:pw@models.example/v1'],
    'The address of the model endpoint must not hold a password.',
  ],
])('%j is refused at the start', async (options, message) => {
  const started = start(options);
  expect(await started.exit).not.toBe(0);
  expect(started.stderr()).toContain(message);
});

test("a built-in module is a server too, and what it keeps is the workspace's", async () => {
  const { round, agent } = await roundsOver(world({}), [
    calls(['bb_set', '{"key":"plan","value":1}'], ['bb_get', '{"key":"plan"}']),
    says('Ok'),
  ]);
  const { reply } = await round({ tools: [tool('blackboard', 'never', ['bb_set', 'bb_get'])] });
  expect(reply).toMatchObject({
    mcp_servers: [{ tools: expect.arrayContaining(['bb_get', 'bb_set']) }],
    tool_calls: [{ name: 'bb_set' }, { name: 'bb_get', result: expect.stringContaining('plan') }],
  });
  const { agent: other } = await agent();
  await other.call('mcp_activate', { name: 'blackboard' });
  expect((await other.call('bb_get', { key: 'plan' })).text).toContain('plan');
});

test('the key of the model may be in a file that only its owner can read', async () => {
  const of = world({});
  const file = join(of.folder, 'key');
  writeFileSync(file, 'FILE-KEY-SECRET\n', { mode: 0o600 });
  const { round, model, started } = await roundsOver(of, [says('Ok')], ['--model-key-file', file]);
  expect((await round({})).status).toBe(200);
  expect(model.headers[0]).toMatchObject({ authorization: 'Bearer FILE-KEY-SECRET' });
  expect(started.stderr()).not.toContain('SECRET');
});

test.each([
  ['others can read', 'SECRET', 0o644, 'is not used'],
  ['is empty', '', 0o600, 'contains no key'],
  ['has two lines', 'SECRET\nSECRET', 0o600, 'contains no key'],
  ['is not there', undefined, 0o600, "can't be read"],
])('a key file that %s is refused', async (_what, text, mode, message) => {
  const of = world({});
  const file = join(of.folder, 'key');
  if (text !== undefined) writeFileSync(file, text, { mode });
  const endpoint = ['--http', '--model-endpoint', 'http://127.0.0.1:1/v1', '--model-key-file', file];
  const started = start([...of.options, ...endpoint]);
  expect(await started.exit).not.toBe(0);
  expect(started.stderr()).toContain(message);
  expect(started.stderr()).not.toContain('SECRET');
});
