import { expect, test } from 'vitest';
import type { Instant } from '../../core/support/clock';
import { outcomeOf } from './childOutcome';
import { ChildLog, MAX_CHARACTERS, MAX_LINE_CHARACTERS, MAX_LINES } from './run/childLog';
import '../plans/module';
import { childWorld, SCRIPT, stateOf, turns } from '../../../test/support/childWorld';
import { toolCaller } from '../../../test/support/callTool';
import { chat, client, noSignal } from '../../../test/support/testCore';

test('a child starts once the person has agreed to the exact command, answers, and is ended', async () => {
  const { core, call, agents } = await childWorld();
  const { result } = await call('child_create', { ...SCRIPT, child_id: 'w', role: 'tester' });
  expect(result).toMatchObject({ child_id: 'w', state: 'ready', role: 'tester', command: 'worker --fast' });
  expect(core.asked.map(({ text }) => text)).toEqual([expect.stringContaining('worker --fast')]);

  const sent = call('child_send', { child_id: 'w', payload: { type: 'do', n: 1 }, expect: 'final' });
  await turns();
  expect(agents.last.sent).toEqual([{ type: 'do', n: 1 }]);
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'running', pending: 1 });
  agents.last.say('not JSON');
  agents.last.say({ type: 'progress', percent: 50 });
  agents.last.say({ type: 'result', value: 42, usage: { total_tokens: 7 } });
  expect((await sent).result).toMatchObject({
    state: 'ready',
    timed_out: false,
    answer: { stream: 'stdout', message: { type: 'result', value: 42 } },
  });
  expect((await call('child_collect', { child_id: 'w' })).result).toMatchObject({
    final: { type: 'result', value: 42 },
    is_working: false,
    is_error: false,
    tasks: [],
  });
  expect(await stateOf(call, 'w')).toMatchObject({ usage: { messages: 1, tokens: 7 }, pending: 0 });

  const { result: killed } = await call('child_kill', { child_id: 'w' });
  expect(killed).toMatchObject({ state: 'killed', reason: 'It was killed.' });
  expect(agents.last.isRunning).toBe(false);
  expect((await call('child_gc', { child_id: 'w' })).result).toMatchObject({ removed: true });
  expect((await call('child_status', { child_id: 'w' })).result['error']).toBe('E-CHILD-NOTFOUND');
});

test('the same command is not asked about again, another one is', async () => {
  const { core, call } = await childWorld();
  await call('child_create', SCRIPT);
  await call('child_create', SCRIPT);
  expect(core.asked).toHaveLength(1);
  for (const change of [{ args: ['--slow'] }, { env: { A: '1' } }, { cwd: 'src' }, { sandbox: 'permissive' }])
    await call('child_create', { ...SCRIPT, ...change });
  expect(core.asked).toHaveLength(5);
});

test('whoever says no starts nothing, and approving everything by a flag does not reach what an agent makes up', async () => {
  const { core, call, agents } = await childWorld({
    given: { names: 'all', launches: new Set(), workspace: true },
  });
  core.person.answer = async () => 'no';
  const { result } = await call('child_create', SCRIPT);
  expect(result['error']).toBe('launch-not-approved');
  expect(agents.started).toEqual([]);
  expect((await call('child_status', {})).result).toMatchObject({ children: [] });
  // A known agent is what its name says.
  expect((await call('child_create', { agent: 'opencode', record: false })).result).toMatchObject({
    agent: 'opencode',
    state: 'ready',
  });
  expect((await call('child_create', { agent: 'opencode', env: { A: '1' } })).isError).toBe(true);
});

test('output is read by number, by stream, and as a resource', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  for (let i = 1; i <= 5; i += 1) agents.last.say({ type: 'progress', i });
  agents.last.say('warning', 'stderr');
  const { result } = await call('child_stream', { child_id: 'w', limit: 2 });
  expect(result).toMatchObject({ next_sequence: 2, has_more: true, dropped: 0 });
  const { result: rest } = await call('child_stream', { child_id: 'w', after_sequence: 2 });
  expect(rest).toMatchObject({ next_sequence: 6, has_more: false });
  expect(rest['lines']).toHaveLength(4);
  const { result: words } = await call('child_stream', { child_id: 'w', streams: ['stderr'] });
  expect(words['lines']).toMatchObject([{ seq: 6, stream: 'stderr', message: 'warning' }]);
  const reader = { sessions: [chat('anna').session] };
  const { payload } = await core.resources.read('sc://children/w/logs', reader);
  expect(payload).toMatchObject({ childId: 'w', logs: { length: 6 } });
  expect((payload as { logs: unknown[] }).logs[0]).toEqual({
    seq: 1,
    ts: core.clock.now(),
    stream: 'stdout',
    message: '{"type":"progress","i":1}',
    raw: '{"type":"progress","i":1}',
    parsed: { type: 'progress', i: 1 },
    jobId: null,
    runId: null,
    opId: null,
    graphId: null,
    nodeId: null,
    childId: 'w',
  });
  const { result: tail } = await call('logs_tail', { stream: 'child', id: 'w', limit: 2 });
  expect(tail).toMatchObject({
    count: 2,
    next_seq: 6,
    entries: [
      { level: 'info', data: { stream: 'stdout', parsed: { i: 5 } }, child_id: 'w' },
      { level: 'warn', message: 'warning', data: { stream: 'stderr', parsed: null } },
    ],
  });
  const { result: none } = await call('logs_tail', { stream: 'child', id: 'nobody' });
  expect(none['error']).toBe('E-CHILD-NOTFOUND');
  const page = await call('resources_watch', {
    uri: 'sc://children/w/logs',
    from_seq: 4,
    child: { streams: ['stderr'] },
  });
  expect(page.result).toMatchObject({ next_seq: 6, events: [{ seq: 6, message: 'warning' }] });
  for (const nobody of ['nobody', '%', '%77%'])
    expect((await call('resources_read', { uri: `sc://children/${nobody}/logs` })).result['error']).toBe(
      'E-RES-NOT-FOUND',
    );
});

test('what cannot be started, ends at once, or is given wrongly is said, and nothing is left', async () => {
  const { call, agents } = await childWorld();
  agents.missing.add('nowhere');
  expect((await call('child_create', { command: 'nowhere' })).result['error']).toBe('E-CHILD-START');
  agents.areReady = false;
  const creating = call('child_create', { ...SCRIPT, protocol: 'acp' });
  await turns();
  agents.last.say('no such option --acp', 'stderr');
  agents.last.exit(2);
  expect((await creating).result).toMatchObject({
    error: 'E-CHILD-START',
    details: { last_words: 'no such option --acp' },
  });
  for (const wrong of [{}, { command: 'a', agent: 'codex' }, { ...SCRIPT, prompt: 'a', initial_payload: 1 }])
    expect((await call('child_create', wrong)).result['error']).toBe('E-CHILD-INVALID-INPUT');
  for (const budget of [{ memory_mb: 4_096 }, { cpu_seconds: 86_401 }])
    expect((await call('child_create', { ...SCRIPT, budget })).result).toMatchObject({
      error: 'E-CHILD-LIMIT',
      hint: 'limit_override_rejected',
    });
  for (const tool of ['send', 'stream', 'collect', 'cancel', 'kill', 'gc', 'attach'])
    expect((await call(`child_${tool}`, { child_id: 'nobody', payload: 1 })).result['error']).toMatch(
      tool === 'send' ? 'E-CHILD-NOTFOUND' : /E-CHILD-(NOTFOUND|INVALID-INPUT)/,
    );
  expect((await call('child_status', {})).result).toMatchObject({ children: [] });
});

test('there are sixteen children at most, also when they are started at once', async () => {
  const { call, agents } = await childWorld();
  const all = await Promise.all(Array.from({ length: 20 }, () => call('child_create', SCRIPT)));
  expect(all.filter(({ isError }) => !isError)).toHaveLength(16);
  expect(all.find(({ isError }) => isError)?.result).toMatchObject({ hint: 'max_children_reached' });
  expect(agents.started).toHaveLength(16);
});

test('a batch is started whole or not at all', async () => {
  const { call, agents } = await childWorld();
  const { result } = await call('child_batch_create', { entries: [SCRIPT, SCRIPT] });
  expect(result['children']).toHaveLength(2);
  agents.missing.add('nowhere');
  const entries = [SCRIPT, SCRIPT, { command: 'nowhere' }];
  expect((await call('child_batch_create', { entries })).result['error']).toBe('E-CHILD-START');
  expect(agents.started.map(({ isRunning }) => isRunning)).toEqual([true, true, false, false]);
  expect((await call('child_status', {})).result['children']).toHaveLength(2);
});

test('a request with a key starts one child', async () => {
  const { call, agents } = await childWorld();
  const asked = { ...SCRIPT, idempotency_key: 'k' };
  const [first, second] = await Promise.all([call('child_create', asked), call('child_create', asked)]);
  expect([first.result['idempotent'], second.result['idempotent']]).toEqual([false, true]);
  expect(second.result['child_id']).toBe(first.result['child_id']);
  expect(agents.started).toHaveLength(1);
  const other = await call('child_create', { ...asked, role: 'another' });
  expect(other.result['error']).toBe('E-IDEMPOTENCY-CONFLICT');
});

test('Codex is started with a prompt over ACP', async () => {
  const { call, agents } = await childWorld();
  const { result } = await call('child_spawn_codex', { prompt: 'Hi', model_hint: 'small', record: false });
  expect(result).toMatchObject({ state: 'running' });
  expect(agents.last.protocol).toBe('acp');
  expect(agents.last.launch).toMatchObject({
    command: 'npx',
    args: ['-y', expect.stringMatching(/^@agentclientprotocol\/codex-acp@\d/), '-c', 'model="small"'],
  });
  // Nothing that a repository brings can take its place.
  expect(agents.last.launch).toMatchObject({ cwd: '/work', startsApart: expect.stringMatching(/^child-/) });
  expect(agents.last.sent).toEqual([{ prompt: 'Hi' }]);
});

test('a child may call only the tools that it was given, by whatever way, and its calls are counted', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', {
    ...SCRIPT,
    child_id: 'w',
    tools_allow: ['mcp_info', 'mcp_call_tool'],
    budget: { tool_calls: 3 },
  });
  const [child] = core.children.all();
  const caller = { ...client(child?.session ?? ''), session: child?.session ?? chat('x').session };
  const ask = (tool: string, input: unknown = {}) =>
    core.toolbox.call(caller, tool, input, { signal: noSignal() });
  await expect(ask('mcp_discover', {})).rejects.toMatchObject({ code: 'tool-not-allowed' });
  expect(core.toolbox.allows(caller.session, 'mcp_discover')).toBe(false);
  expect(core.toolbox.allows(caller.session, 'mcp_info')).toBe(true);
  expect(
    (await call('child_send', { child_id: 'w', payload: { tool: 'mcp_discover' } })).result['error'],
  ).toBe('E-CHILD-TOOL');
  expect((await stateOf(call, 'w'))['usage']).toMatchObject({ tool_calls: 0 });
  await call('child_set_limits', { child_id: 'w', limits: { tool_calls: 0 } });
  await expect(ask('mcp_info')).rejects.toMatchObject({ code: 'E-CHILD-LIMIT' });
  core.clock.advance(1);
  await turns();
  expect(await stateOf(call, 'w')).toMatchObject({ state: 'killed' });
  expect(agents.last.isRunning).toBe(false);
  expect(core.toolbox.allows(caller.session, 'mcp_info')).toBe(false);
});

test('a child of a child can have none', async () => {
  const { core, call } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'a' });
  const [first] = core.children.all();
  const inner = toolCaller(core, String(first?.session));
  await inner('child_create', { ...SCRIPT, child_id: 'b' });
  const second = core.children.all().find(({ spec }) => spec.id === 'b');
  const innermost = toolCaller(core, String(second?.session));
  expect((await innermost('child_create', SCRIPT)).result).toMatchObject({ hint: 'max_depth_reached' });
});

test('what an ACP agent wants to do is asked at its chat, and the answer is the option that stands for it', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { agent: 'opencode', child_id: 'w', record: false });
  const options = ['allow_once', 'allow_always', 'reject_once'].map(kind => ({ id: kind, name: kind, kind }));
  const asked = { title: 'Run rm -rf build', input: { command: 'rm -rf build' }, options };
  const ask = () => agents.last.events.permission(asked, noSignal());
  core.person.answerCall = async () => 'once';
  expect(await ask()).toBe('allow_once');
  core.person.answerCall = async () => 'chat';
  expect(await ask()).toBe('allow_always');
  core.person.answerCall = async () => 'no';
  expect(await ask()).toBe('reject_once');
  core.person.answerCall = async () => 'closed';
  expect(await ask()).toBe(undefined);
  expect(core.askedCalls[0]).toMatchObject({ server: 'w', tool: 'Run rm -rf build', mayAllowChat: true });
});

test('a message is a task with the files that changed until its answer, and each step of a plan one in it', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { agent: 'opencode', child_id: 'w', role: 'Fix the bug', areas: ['src'] });
  await call('child_send', { child_id: 'w', payload: 'Do it' });
  const entries = [{ content: 'Look', status: 'in_progress' }];
  agents.last.say({ type: 'plan', entries });
  await turns();
  expect(await stateOf(call, 'w')).toMatchObject({ doing: 'Look' });
  agents.last.say({ type: 'plan', entries: [{ content: 'Look', status: 'completed' }] });
  agents.last.say({ type: 'result', stop_reason: 'end_turn', text: 'Done.' });
  const { result } = await call('child_collect', { child_id: 'w' });
  expect(result).toMatchObject({
    final: { text: 'Done.' },
    tasks: [
      { name: 'Message 1', status: 'success' },
      { name: 'Look', status: 'success' },
    ],
  });
  const [child] = core.children.all();
  expect(core.workflows.workflow(child?.workflow ?? '')).toMatchObject({ name: 'Child w' });
  const task = core.workflows.task(child?.tasks[0] ?? '');
  expect(task).toMatchObject({ areas: ['src'], caller: { kind: 'subagent', name: 'w' } });
});

test('a crash ends the task it was at, and a second message before the answer belongs to the same one', async () => {
  const { call, agents } = await childWorld();
  await call('child_create', { command: 'worker', child_id: 'w' });
  await call('child_send', { child_id: 'w', payload: 1 });
  await call('child_send', { child_id: 'w', payload: 2 });
  agents.last.say({ type: 'result' });
  expect((await call('child_collect', { child_id: 'w' })).result).toMatchObject({ is_working: true });
  agents.last.exit(1);
  const { result } = await call('child_collect', { child_id: 'w' });
  expect(result['tasks']).toMatchObject([{ name: 'Message 1', status: 'failed' }]);
});

test('the child that won a call gets its message, and its answer completes the call', async () => {
  const { call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  await call('cnp_register_agent', { agent_id: 'w', base_cost: 1 });
  const { result: announced } = await call('cnp_announce', { task_id: 't' });
  const call_id = announced['call_id'];
  expect(announced).toMatchObject({ awarded_agent_id: 'w' });
  const sending = call('child_send', {
    child_id: 'auto',
    payload: { type: 'do' },
    expect: 'final',
    contract_net: { call_id },
  });
  await turns();
  agents.last.say({ type: 'done' });
  expect((await sending).result).toMatchObject({ child_id: 'w', answer: { message: { type: 'done' } } });
  const { result: list } = await call('cnp_list', { call_id });
  expect(JSON.stringify(list)).toContain('"completed"');
});

test('a message can award an open call to the child it is for', async () => {
  const { call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  await call('cnp_register_agent', { agent_id: 'w', base_cost: 1 });
  const { result: announced } = await call('cnp_announce', { task_id: 't', award: 'manual' });
  const about = { child_id: 'auto', payload: { type: 'do' } };
  const { call_id } = announced as { call_id: string };
  const refused = await call('child_send', { ...about, contract_net: { call_id } });
  expect(refused.result['error']).toBe('E-CHILD-INVALID-INPUT');
  expect(agents.last.sent).toEqual([]);
  const contract_net = { call_id, requested_agent_id: 'w' };
  expect((await call('child_send', { ...about, contract_net })).result).toMatchObject({ child_id: 'w' });
  expect(agents.last.sent).toEqual([{ type: 'do' }]);
});

test('events tell what happened to children and nothing that they or others said', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w', role: 'ROLE-SECRET', env: { KEY: 'ENV-SECRET' } });
  await call('child_send', { child_id: 'w', payload: { text: 'PROMPT-SECRET' } });
  agents.last.say({ type: 'tool_call', title: 'TITLE-SECRET' });
  agents.last.say({ type: 'result', text: 'ANSWER-SECRET' });
  await call('child_kill', { child_id: 'w' });
  expect(JSON.stringify([core.events, core.log.lines, core.store.log.rows])).not.toContain('SECRET');
});

test('a message to a child whose areas another agent works in says so, to both', async () => {
  const { call, core } = await childWorld();
  const bert = toolCaller(core, 'bert');
  const { workflow_id } = (await bert('start_workflow', { name: 'Docs' })).result;
  const { result: task } = await bert('start_task', {
    workflow_id,
    name: 'Docs',
    goal: 'Docs',
    areas: ['docs'],
  });
  await call('child_create', { agent: 'opencode', child_id: 'w', areas: ['docs/api', 'src'] });
  const { result } = await call('child_send', { child_id: 'w', payload: 'Go' });
  expect(result['overlap']).toEqual([
    { task_id: task['task_id'], name: 'Docs', agent: null, areas: ['docs/api'] },
  ]);
  const told = await bert('log_milestone', { task_id: task['task_id'], message: 'On it' });
  expect(String(told.result['next'])).toContain('of agent "w", which works in "docs" too');
  await call('child_create', { agent: 'opencode', child_id: 'apart', areas: ['web'] });
  expect((await call('child_send', { child_id: 'apart', payload: 'Go' })).result['overlap']).toEqual([]);
});

test('where an agent offers no lasting yes, none can be given', async () => {
  const { core, call, agents } = await childWorld();
  await call('child_create', { agent: 'opencode', child_id: 'w', record: false });
  const options = [{ id: 'y', name: 'Yes', kind: 'allow_once' }];
  await agents.last.events.permission({ title: 'Run', input: {}, options }, noSignal());
  expect(core.askedCalls).toMatchObject([{ mayAllowChat: false, isChilds: true }]);
});

test('known secrets are masked in what a child writes', async () => {
  const { core, call, agents } = await childWorld();
  core.redactor.add('hunter-2-hunter-2');
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  agents.last.say({ type: 'result', text: 'It is hunter-2-hunter-2.' });
  for (const tool of ['child_stream', 'child_collect']) {
    const { text } = await call(tool, { child_id: 'w' });
    expect([text.includes('hunter'), text.includes('•••')]).toEqual([false, true]);
  }
});

test('a child that has more to answer is not over with its work', async () => {
  const { call, core, agents } = await childWorld();
  await call('child_create', { ...SCRIPT, child_id: 'w' });
  const outcome = () => {
    const [child] = core.children.all();
    return child && outcomeOf(child);
  };
  expect(outcome()).toMatchObject({ isOver: false, output: null });
  await call('child_send', { child_id: 'w', payload: 1 });
  agents.last.say({ type: 'result', text: 'one' });
  expect(outcome()).toMatchObject({ isOver: true, hasSucceeded: true, output: 'one' });
  await call('child_send', { child_id: 'w', payload: 2 });
  expect(outcome()).toMatchObject({ isOver: false, hasSucceeded: false, finishedAt: null });
  agents.last.say({ type: 'error', message: 'no' });
  expect(outcome()).toMatchObject({ isOver: true, hasSucceeded: false });
  const { result } = await call('plan_join', { children: ['w'] });
  expect(result).toMatchObject({ satisfied: false, failure_count: 1 });
});

test('a log keeps the newest lines that it has room for, and cuts a very long one', () => {
  const log = new ChildLog();
  const now = 0 as Instant;
  for (let i = 0; i < MAX_LINES + 10; i += 1) log.add(now, 'stdout', String(i), null);
  expect([log.length, log.dropped, log.after(0, 1)[0]?.text]).toEqual([MAX_LINES, 10, '10']);
  const long = 'x'.repeat(MAX_LINE_CHARACTERS + 5);
  expect(log.add(now, 'stdout', long, null).text).toMatch(/x… \(5 more characters\)$/);
  for (let i = 0; i < 200; i += 1) log.add(now, 'stdout', long, null);
  const kept = log.after(0, Infinity).reduce((sum, { text }) => sum + text.length, 0);
  expect(kept).toBeLessThanOrEqual(MAX_CHARACTERS);
  expect(log.after(log.lastSeq - 1, 10)).toMatchObject([{ seq: log.lastSeq }]);
});
