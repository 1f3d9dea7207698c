import { expect, test } from 'vitest';
import { textResult, toolNamed } from '../../../test/support/fakeServers';
import { FILES, roundWorld } from '../../../test/support/roundWorld';
import { call, text } from '../../../test/support/scriptedModel';
import { settle } from '../../../test/support/testCore';
import { Refusal } from '../support/refusal';
import type { RoundWish } from './roundWish';

test('a round lists tools, runs what the model calls, and ends with its last word', async () => {
  const { core, model, events, run, types } = await roundWorld(
    [{ type: 'reasoning', text: 'Hm' }, text('I '), text('look.'), call('read', { text: 'x' })],
    [text('Done.'), { type: 'usage', usage: { inputTokens: 4, outputTokens: 2 } }],
  );
  const reply = await run({ instructions: 'Be brief' });
  expect(reply).toMatchObject({
    model: 'm',
    finish_reason: 'stop',
    complete: true,
    message: { role: 'assistant', content: 'Done.' },
    messages: [
      { role: 'user', content: 'Go' },
      {
        role: 'tool_request',
        content: 'I look.',
        reasoning: 'Hm',
        tool_calls: [{ id: 'c_read', name: 'read', arguments: { text: 'x' } }],
      },
      { role: 'tool_response', tool_calls: [{ tool_call_id: 'c_read', tool_name: 'read', content: 'read' }] },
      { role: 'assistant', content: 'Done.' },
    ],
    mcp_servers: [{ server_label: 'files', tools: ['read', 'write'], warnings: [] }],
    tool_calls: [{ name: 'read', mcp_server: 'files', result: 'read', approval: 'never' }],
    usage: { estimated: true },
  });
  expect(types()).toEqual([
    'start',
    'mcp.list_tools.start',
    'mcp.list_tools.done',
    'reasoning.start',
    'reasoning.delta',
    'reasoning.done',
    'text.start',
    'text.delta',
    'text.delta',
    'text.done',
    'tool_block.start',
    'internal_tool.start',
    'internal_tool.done',
    'tool_block.done',
    'text.start',
    'text.delta',
    'text.done',
    'done',
  ]);
  expect(events.at(-1)).toEqual({ type: 'done', ...reply });
  expect(model.asked[1]?.messages[0]).toEqual({ role: 'system', content: 'Be brief' });
  // It was a session of its own.
  expect(core.gateway.sessions()).toEqual([]);
  expect(core.operations.ended()[0]).toMatchObject({ kind: 'round', outcome: { state: 'succeeded' } });
});

test('a name that two servers have carries its server, and a wish for a tool that is not there is a warning', async () => {
  const { core, run } = await roundWorld([text('Ok')]);
  core.servers.add('web', { tools: ['read', toolNamed('no.dots/here')] });
  const reply = await run({
    servers: [
      FILES,
      { label: 'web', allowedTools: ['read', 'gone'], requireApproval: 'never' },
      { label: 'mail', allowedTools: ['none'], requireApproval: 'never' },
    ],
    customTools: [{ name: 'write', description: '', parameters: { type: 'object' } }],
  });
  expect(reply.mcp_servers).toEqual([
    { server_label: 'files', tools: ['files__read', 'files__write'], warnings: [] },
    { server_label: 'web', tools: ['web__read'], warnings: ['No tool is named "gone".'] },
    { server_label: 'mail', tools: [], warnings: ['No tool is named "none".'] },
  ]);
});

test('tools of the client end the round, with the answers of servers that were called beside them', async () => {
  const { core, events, run } = await roundWorld([call('read'), call('mine', { a: 1 })], [text('Thanks')]);
  const customTools = [{ name: 'mine', description: '', parameters: { type: 'object' as const } }];
  const reply = await run({ customTools });
  expect(reply).toMatchObject({
    finish_reason: 'tool_calls',
    complete: false,
    message: { role: 'tool_request' },
  });
  expect(events.find(({ type }) => type === 'tool_call')).toMatchObject({
    call_id: 'c_mine',
    arguments: { a: 1 },
  });
  expect(core.servers.calls).toEqual(['files.read']);
  const mine = { tool_call_id: 'c_mine', tool_name: 'mine', content: '42' };
  const next = await run({
    customTools,
    messages: [...reply.messages, { role: 'tool_response', tool_calls: [mine] }],
  });
  expect(next).toMatchObject({ finish_reason: 'stop', complete: true });
  // Without its answer, nothing is run.
  await expect(run({ customTools, messages: reply.messages })).rejects.toMatchObject({ code: 'orphan-call' });
  expect(core.servers.calls).toEqual(['files.read']);
});

const READING = { ...toolNamed('read'), annotations: { readOnlyHint: true } };

test('calls wait for the client where it wants that: what it allows runs once, what it rejects does not', async () => {
  const { core, events, run, types } = await roundWorld(
    [call('read'), call('write'), call('drop')],
    [text('Ok')],
  );
  core.servers.add('files', { tools: [READING, 'write', 'drop'] });
  const auto = { servers: [{ ...FILES, requireApproval: 'auto' as const }] };
  const reply = await run(auto);
  expect(reply).toMatchObject({
    finish_reason: 'approval_required',
    complete: false,
    pending_approvals: [
      { approval_request_id: 'apr_c_write', server_label: 'files', name: 'write' },
      { approval_request_id: 'apr_c_drop', server_label: 'files', name: 'drop' },
    ],
    tool_calls: [{ name: 'read', approval: 'auto' }],
  });
  expect(types().filter(type => type === 'approval.request')).toHaveLength(2);
  const approvals = new Map([
    ['apr_c_write', { approve: true }],
    ['apr_c_drop', { approve: false, reason: 'too late' }],
  ]);
  // One answer at a time is fine too.
  const half = await run({
    ...auto,
    messages: reply.messages,
    approvals: new Map([...approvals].slice(0, 1)),
  });
  expect(half).toMatchObject({ finish_reason: 'approval_required', pending_approvals: [{ name: 'drop' }] });
  expect(core.servers.calls).toEqual(['files.read', 'files.write']);
  const last = await run({ ...auto, messages: half.messages, approvals });
  expect(last).toMatchObject({
    finish_reason: 'stop',
    tool_calls: [{ name: 'drop', error: 'Tool call rejected by the user: too late', approval: 'user' }],
  });
  expect(core.servers.calls).toEqual(['files.read', 'files.write']);
  expect(events.filter(({ type }) => type === 'approval.resolved')).toMatchObject([
    { approval_request_id: 'apr_c_write', approve: true },
    { approval_request_id: 'apr_c_drop', approve: false },
  ]);
});

test('"always" asks about what only reads too', async () => {
  const { core, run } = await roundWorld([call('read')]);
  core.servers.add('files', { tools: [READING] });
  expect(await run({ servers: [{ ...FILES, requireApproval: 'always' }] })).toMatchObject({
    finish_reason: 'approval_required',
  });
});

test('what the model gets wrong is told to it, and runs nothing', async () => {
  const { core, run } = await roundWorld(
    [call('nothing'), call('read', '{"text":'), call('write', '[1]'), call('read', { text: 5 }, 'bad')],
    [text('Sorry')],
  );
  const reply = await run();
  expect(reply.finish_reason).toBe('stop');
  expect(reply.tool_calls.map(({ error }) => error)).toEqual([
    'There is no tool "nothing".',
    'The arguments are not a JSON object.',
    'The arguments are not a JSON object.',
    expect.stringContaining('text'),
  ]);
  expect(core.servers.calls).toEqual([]);
});

test('arguments of a tool that takes none may be nothing, or null', async () => {
  const { core, run } = await roundWorld([call('read', '', 'a'), call('read', 'null', 'b')], [text('Ok')]);
  core.servers.add('files', { tools: ['read'] });
  const reply = await run({ servers: [{ ...FILES, requireApproval: 'never' }] });
  expect(reply.tool_calls.map(({ error }) => error)).toEqual([undefined, undefined]);
});

test('an error of a tool goes to the model, and the round goes on', async () => {
  const { core, run, types } = await roundWorld([call('read')], [text('Ok')]);
  core.servers.add('files', {
    tools: ['read'],
    answer: async () => ({ ...textResult('No such file'), isError: true }),
  });
  expect(await run()).toMatchObject({ finish_reason: 'stop', tool_calls: [{ error: 'No such file' }] });
  expect(types()).toContain('internal_tool.error');
  expect(types()).not.toContain('internal_tool.done');
});

test('an ID that a model uses again is another call', async () => {
  const { run } = await roundWorld(
    [call('read', {}, 'x'), call('write', {}, 'x')],
    [call('read', {}, 'x')],
    [text('Ok')],
  );
  expect((await run()).tool_calls.map(({ tool_call_id: id }) => id)).toEqual(['x', 'x_2', 'x_3']);
});

test('long results are cut, and what is no text is named', async () => {
  const { core, run } = await roundWorld([call('read')], [text('Ok')]);
  core.servers.add('files', {
    tools: ['read'],
    answer: async () => ({
      content: [
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'text', text: 'x'.repeat(70_000) },
      ],
    }),
  });
  const [{ result = '' } = {}] = (await run()).tool_calls;
  expect(result).toMatch(/^\(image, image\/png: not shown\)\nx/);
  expect(result.length).toBeLessThan(65_600);
});

test('after so many questions the round ends, with what was done', async () => {
  const { model, run } = await roundWorld([call('read')]);
  const reply = await run({ maxLoops: 2 });
  expect(reply).toMatchObject({ finish_reason: 'max_loops', complete: false });
  expect(model.asked).toHaveLength(2);
  expect(reply.messages.at(-1)?.role).toBe('tool_response');
});

test.each([
  [{ servers: [{ ...FILES, label: 'nowhere' }] }, 'tools-not-listed'],
  [
    {
      messages: [{ role: 'tool_response', tool_calls: [{ tool_call_id: 'a', tool_name: '', content: '' }] }],
    },
    'orphan-response',
  ],
  [
    {
      messages: [
        { role: 'tool_request', tool_calls: [{ id: 'a', name: 'read', arguments: {} }] },
        { role: 'tool_request', tool_calls: [{ id: 'b', name: 'read', arguments: {} }] },
      ],
    },
    'orphan-response',
  ],
  [
    {
      messages: [
        { role: 'tool_request', tool_calls: [{ id: 'a', name: 'read', arguments: {} }] },
        { role: 'user', content: 'x' },
      ],
    },
    'orphan-response',
  ],
  [
    {
      messages: [
        {
          role: 'tool_request',
          tool_calls: [
            { id: 'a', name: 'read', arguments: {} },
            { id: 'a', name: 'read', arguments: {} },
          ],
        },
      ],
    },
    'orphan-response',
  ],
  [
    { messages: [{ role: 'tool_request', tool_calls: [{ id: 'a', name: 'gone', arguments: {} }] }] },
    'orphan-call',
  ],
] as const)('%j is refused, and the model is not asked', async (wish, code) => {
  const { core, model, run } = await roundWorld([text('Never')]);
  await expect(run(wish as Partial<RoundWish>)).rejects.toMatchObject({ code });
  expect(model.asked).toEqual([]);
  expect(core.servers.calls).toEqual([]);
  expect(core.gateway.sessions()).toEqual([]);
});

test('what fails of the model is passed on, and what it cut is told', async () => {
  const failed = await roundWorld(new Refusal('model-busy', 'Later.'));
  await expect(failed.run()).rejects.toMatchObject({ code: 'model-busy' });
  const cut = await roundWorld([text('Half'), { type: 'cut', by: 'length' }]);
  expect(await cut.run()).toMatchObject({ finish_reason: 'length', complete: true });
});

test('calls that only read run at the same time where the client allows it, others one by one', async () => {
  for (const [parallel, most] of [
    [true, 2],
    [undefined, 1],
  ] as const) {
    const { core, run } = await roundWorld([call('read', {}, 'a'), call('read', {}, 'b')], [text('Ok')]);
    let now = 0;
    let seen = 0;
    core.servers.add('files', {
      tools: [READING],
      answer: async () => {
        now += 1;
        seen = Math.max(seen, now);
        await settle();
        now -= 1;
        return textResult('ok');
      },
    });
    await run({ settings: { parallelToolCalls: parallel } });
    expect(seen).toBe(most);
  }
});

test('a call of the client’s tool whose arguments are no JSON object goes back to the model, not to the client', async () => {
  const mine = { name: 'mine', description: '', parameters: { type: 'object' } };
  const { run } = await roundWorld(
    [call('mine', '{"all": fal', 'broken'), call('mine', { all: false }, 'whole')],
    [{ type: 'cut', by: 'length' }, call('mine', '', 'cut')],
    [text('Sorry.')],
  );
  const first = await run({ customTools: [mine] });
  expect(first).toMatchObject({ finish_reason: 'tool_calls' });
  const said = { tool_name: 'mine', content: 'The arguments are not a JSON object.' };
  expect(first.messages.at(-1)).toEqual({
    role: 'tool_response',
    tool_calls: [{ tool_call_id: 'broken', ...said }],
  });
  const answer = { tool_call_id: 'whole', tool_name: 'mine', content: 'Ok' };
  const messages = [...first.messages, { role: 'tool_response' as const, tool_calls: [answer] }];
  const second = await run({ customTools: [mine], messages });
  expect(second).toMatchObject({ finish_reason: 'stop', message: { content: 'Sorry.' } });
  expect(second.messages.at(-2)).toMatchObject({ tool_calls: [{ tool_call_id: 'cut', ...said }] });
});
