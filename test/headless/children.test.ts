import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import * as three from '../support/threeChildren';
import { Agent, agreeing, overStdio } from './clients';
import { Shell } from './repositories';
import { processesOf, realServer, script as serverOf, TINY, world } from './world';
import { delimiter, join } from 'node:path';

const ACP = fileURLToPath(new URL('../support/acpAgent.mjs', import.meta.url));
const SELF_APPROVING = fileURLToPath(new URL('../support/selfApprovingChild.mjs', import.meta.url));
const WORKER = fileURLToPath(new URL('../support/lineWorker.mjs', import.meta.url));

const FEATURES = ['--enable-supervisor', '--enable-bt', '--enable-cnp'];

async function scene(servers: Parameters<typeof world>[0] = {}) {
  const of = world(servers);
  const shell = new Shell(join(of.folder, 'workspace'));
  shell.git('init', '--quiet', '--initial-branch=main');
  shell.git('add', '.');
  shell.git('commit', '--quiet', '--message=Begin');
  const { agent, asked } = agreeing();
  await overStdio(of, FEATURES, {}, agent);
  return { of, shell, agent, asked };
}

const acp = (child_id: string, ...flags: readonly string[]) => ({
  child_id,
  command: process.execPath,
  args: [ACP, ...flags],
  protocol: 'acp',
});

/** The program as the script of three children uses it. */
function playedTo(agent: Agent): three.Stage {
  const stage: three.Stage = {
    call: async (...calls) =>
      (await Promise.all(calls.map(([name, input]) => agent.call(name, input)))).map(({ text }) => text),
    untilSeen: async (child_id, what) =>
      await expect
        .poll(async () => await three.standingOf(stage, child_id))
        .toMatchObject(what === 'restarted' ? three.RETURNED : { state: 'killed' }),
  };
  return stage;
}

test('three children share out the work on one repository, and each gets the files that it changed', async () => {
  const { agent, asked, shell } = await scene();
  const members = three.scriptedThree({ node: process.execPath, acp: ACP, lines: WORKER });
  const { isError, text } = await agent.call('child_batch_create', { entries: three.entriesOf(members) });
  expect([isError, text]).toEqual([false, expect.stringContaining('"worker"')]);
  // Both ACP children are the same command: it is asked about once.
  expect(asked).toHaveLength(2);
  expect(asked[0]).toContain(ACP);

  const stage = playedTo(agent);
  expect(await three.shareOut(stage, members)).toEqual(three.expectedShare(members));
  const crash = async () => await agent.call('child_send', { child_id: 'docs', payload: three.CRASH });
  expect(await three.crashAndReturn(stage, 'docs', crash)).toEqual({
    answer: 'You said: hello',
    standing: three.RETURNED,
  });
  expect(await three.overspend(stage, 'worker', three.TOO_MUCH)).toEqual(
    three.overBudget(three.SCRIPTED_LIMIT),
  );
  expect(shell.git('status', '--porcelain', '--untracked-files=all').trim().split('\n')).toHaveLength(4);
});

test.each([
  ['over HTTP', [] as readonly string[]],
  ['over stdio', ['--no-http']],
])('a child calls the tools that it was given %s, in a session of its own', async (_how, flags) => {
  const { agent } = await scene({ memory: realServer('memory'), everything: realServer('everything') });
  const child = {
    ...acp('child', ...flags),
    servers: ['memory'],
    tools_allow: ['memory__read_graph', 'mcp_call_tool'],
    budget: { tool_calls: 4 },
  };
  const created = await agent.call('child_create', child);
  expect([created.isError, created.text]).toEqual([false, expect.any(String)]);
  const ask = async (...call: readonly unknown[]) => {
    const payload = { prompt: JSON.stringify({ call }) };
    const { text } = await agent.call('child_send', {
      child_id: 'child',
      payload,
      expect: 'final',
      timeout_ms: 60_000,
    });
    const answer = JSON.parse(text) as { result: { answer: { message: { text: string } } | null } };
    return JSON.parse(answer.result.answer?.message.text ?? 'null') as {
      isError: boolean;
      text: string;
      listed: string[];
    } | null;
  };
  const graph = await ask('memory__read_graph', {});
  expect(graph).toMatchObject({ isError: false, listed: ['mcp_call_tool', 'memory__read_graph'] });
  // Whatever way: by its name, or through the tool that calls others.
  for (const call of [
    ['mcp_discover', { intent: 'x' }],
    ['mcp_call_tool', { server: 'memory', tool: 'create_entities', arguments: { entities: [] } }],
    // A name that it may use, of another server.
    ['mcp_call_tool', { server: 'everything', tool: 'mcp_call_tool', arguments: {} }],
  ])
    expect(await ask(...call)).toMatchObject({ isError: true, text: expect.stringContaining('was given') });
  // What it switched on is not on for its parent.
  expect((await agent.call('memory__read_graph')).code).toBe('not-active-here');
  // One call, though it makes another one.
  const indirect = await ask('mcp_call_tool', { server: 'memory', tool: 'read_graph', arguments: {} });
  expect(indirect).toMatchObject({ isError: false });
  const last = await ask('memory__read_graph', {});
  expect(last === null || last.isError).toBe(true);
  await expect
    .poll(async () => (await agent.call('child_status', { child_id: 'child' })).structured['children'])
    .toMatchObject([{ state: 'killed', usage: { tool_calls: 4 } }]);
});

test.runIf(process.platform === 'linux')(
  'a child whose processes burn more CPU time than its budget is stopped with all of them, and one that is idle is not',
  async () => {
    const { of, agent } = await scene();
    const burn = `require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);', ${JSON.stringify(of.folder)}]); process.stdin.resume()`;
    const budget = { cpu_seconds: 2 };
    const script = (child_id: string, code: string) => ({
      child_id,
      command: process.execPath,
      args: ['-e', code, of.folder],
      record: false,
      budget,
    });
    const entries = [script('burner', burn), script('idler', 'process.stdin.resume()')];
    expect((await agent.call('child_batch_create', { entries })).isError).toBe(false);
    const stateOf = async (child_id: string) =>
      (await agent.call('child_status', { child_id })).structured['children'];
    await expect
      .poll(async () => await stateOf('burner'), { timeout: 30_000 })
      .toMatchObject([
        { state: 'killed', reason: 'Its budget of 2 seconds of CPU time is used up.', budget, restarts: 0 },
      ]);
    expect(await stateOf('idler')).toMatchObject([{ state: 'ready', budget }]);
    await expect.poll(() => processesOf(of).filter(line => line.includes('for (;;)'))).toEqual([]);
    // More than the budget, and a limit that is too high changes nothing.
    const limits = { cpu_seconds: 86_401 };
    const over = await agent.call('child_set_limits', { child_id: 'idler', limits });
    expect([over.code, over.text]).toEqual([
      'E-CHILD-LIMIT',
      expect.stringContaining('cpu_seconds can be 86400 at most'),
    ]);
    expect(await stateOf('idler')).toMatchObject([{ budget }]);
  },
);

test('a command that the person refuses is not started, and the refusal says how to allow exactly it', async () => {
  const of = world({});
  const marker = join(of.folder, 'started');
  const child = {
    command: process.execPath,
    args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`],
    record: false,
    restart: false,
  };
  const { agent } = await overStdio(of, [...FEATURES, '--approve', 'all']);
  const refused = await agent.call('child_create', child);
  expect(refused.code).toBe('launch-not-approved');
  const [ref = ''] = /child-[0-9a-f]{12}@sha256:[0-9a-f]{64}/.exec(refused.text) ?? [];
  expect(ref).not.toBe('');
  expect(existsSync(marker)).toBe(false);
  await agent.client.close();
  const { agent: second } = await overStdio(of, [...FEATURES, '--approve', ref]);
  await second.call('child_create', child);
  await expect.poll(() => existsSync(marker)).toBe(true);
});

test('a known agent that nobody approved is refused with the flag that allows it, and with no command that knows no children', async () => {
  const of = world({});
  const marker = join(of.folder, 'started');
  const programs = join(of.folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'opencode'), `#!/bin/sh\necho yes > '${marker}'\n`, { mode: 0o755 });
  const env = { PATH: `${programs}${delimiter}${process.env['PATH']}` };
  const child = { agent: 'opencode', record: false, restart: false };

  const { agent } = await overStdio(of, FEATURES, env);
  const refused = await agent.call('child_create', child);
  expect(refused.code).toBe('launch-not-approved');
  expect(refused.text).toContain('start switchyard with --approve child-opencode.');
  expect(refused.text).not.toContain(' approve child-opencode');
  expect(existsSync(marker)).toBe(false);
  await agent.client.close();

  const { agent: second } = await overStdio(of, [...FEATURES, '--approve', 'child-opencode'], env);
  await second.call('child_create', child);
  await expect.poll(() => existsSync(marker)).toBe(true);
});

test('a permission that a child asks for goes to the person at the client of its chat', async () => {
  const { agent, asked } = await scene();
  await agent.call('child_create', acp('child'));
  const payload = { prompt: '{"permission": "rm -rf build"}' };
  const answer = await agent.call('child_send', { child_id: 'child', payload, expect: 'final' });
  expect(answer.text).toContain('chose yes');
  expect(asked.at(-1)).toContain('rm -rf build');
});

test('a child that says yes to everything is asked nothing: what it, or a child of it, may do is asked at its chat', async () => {
  const of = world({ tiny: { ...serverOf(TINY), require_approval: 'always' }, other: serverOf(TINY) });
  const agent = new Agent({ elicitation: { form: {} } });
  const asked: string[] = [];
  const yes = new Set([SELF_APPROVING, '"tiny"']);
  agent.client.setRequestHandler(ElicitRequestSchema, ({ params: { message } }) => {
    asked.push(message);
    return [...yes].some(part => message.includes(part))
      ? { action: 'accept', content: {} }
      : { action: 'decline' };
  });
  await overStdio(of, FEATURES, {}, agent);
  const self = (child_id: string) => ({
    child_id,
    command: process.execPath,
    args: [SELF_APPROVING, child_id],
    ready_type: 'ready',
    ready_timeout_ms: 20_000,
    record: false,
  });
  const ask = async (child_id: string, tool: string, input: object) => {
    const payload = { tool, input };
    const said = await agent.call('child_send', { child_id, payload, expect: 'final', timeout_ms: 60_000 });
    const { message } = said.structured['answer'] as { readonly message: object };
    return message;
  };
  const refused = (code: string) => ({ isError: true, text: expect.stringContaining(code) as unknown });
  expect((await agent.call('child_create', self('a'))).isError).toBe(false);
  expect(await ask('a', 'child_create', self('b'))).toMatchObject({ isError: false });
  expect(asked.splice(0)).toEqual([expect.stringContaining(' a\n'), expect.stringContaining(' b\n')]);
  for (const child of ['a', 'b']) {
    asked.length = 0;
    expect(await ask(child, 'mcp_activate', { name: 'other' })).toMatchObject(refused('start'));
    expect(asked.splice(0)).toEqual([expect.stringContaining('Start the MCP server "other"?')]);
    expect(await ask(child, 'mcp_activate', { name: 'tiny' })).toMatchObject({ isError: false });
    yes.delete('"tiny"');
    asked.length = 0;
    expect(await ask(child, 'tiny__ping', {})).toMatchObject(refused('was not run'));
    expect(asked.splice(0)).toEqual([expect.stringContaining('Run the tool "ping"')]);
    yes.add('"tiny"');
    expect(await ask(child, 'tiny__ping', {})).toMatchObject({ isError: false, text: 'pong' });
    expect((await agent.call('child_stream', { child_id: child })).text).not.toContain('"asked"');
  }
  const args = ['-e', 'process.stdin.resume()'];
  const made = { child_id: 'c', command: process.execPath, args, record: false };
  asked.length = 0;
  expect(await ask('a', 'child_create', made)).toMatchObject(refused('launch-not-approved'));
  expect(asked).toHaveLength(1);
});

test('nothing of a child is left when the client goes, and no secret of ours is in its log', async () => {
  const { of, agent } = await scene();
  await agent.call('child_create', { ...acp('child'), cwd: '.', env: { FOLDER: of.folder } });
  const script = `const { spawn } = require('node:child_process'); spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', ${JSON.stringify(of.folder)}], { stdio: 'ignore' }); process.on('SIGTERM', () => {}); setInterval(() => console.log(JSON.stringify(process.env)), 50)`;
  await agent.call('child_create', {
    child_id: 'noisy',
    command: process.execPath,
    args: ['-e', script, of.folder],
  });
  await expect.poll(() => processesOf(of).length).toBeGreaterThanOrEqual(3);
  await expect
    .poll(async () => (await agent.call('child_stream', { child_id: 'noisy', limit: 1 })).text)
    .toContain('SWITCHYARD_MCP_TOKEN');
  const { text } = await agent.call('child_stream', { child_id: 'noisy', limit: 1 });
  expect(text).toContain('•••');
  await agent.client.close();
  await expect.poll(() => processesOf(of)).toEqual([]);
  expect(readFileSync(ACP, 'utf8')).toContain('session/new');
});
