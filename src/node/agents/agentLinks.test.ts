import { mkdtempSync } from 'node:fs';
import { mkdtemp, realpath, symlink, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type {
  AgentAccess,
  AgentEvents,
  AgentLaunch,
  AgentLink,
  AgentMessage,
  AgentProtocol,
} from '../../core/agents/agentLink';
import { OwnFolders } from '../processes/ownFolders';
import type { ServerId } from '../../shared/ids';
import { ServerProcesses } from '../processes/serverProcesses';
import { ProcessAgents } from './agentLinks';

const AGENT = join(import.meta.dirname, '../../../test/support/acpAgent.mjs');
const OWN_FOLDERS = new OwnFolders(mkdtempSync(join(tmpdir(), 'switchyard-agents-')), undefined);
const started: AgentLink[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map(link => link.close()));
});

interface Heard {
  readonly messages: AgentMessage[];
  readonly lines: string[];
  ending: string | undefined;
  code: number | null | undefined;
  bytes: number;
}

async function start(
  protocol: AgentProtocol,
  args: readonly string[],
  {
    events,
    access,
    ...launch
  }: Partial<AgentLaunch> & { readonly events?: Partial<AgentEvents>; readonly access?: AgentAccess } = {},
): Promise<{ readonly link: AgentLink; readonly heard: Heard }> {
  const heard: Heard = { messages: [], lines: [], ending: undefined, code: undefined, bytes: 0 };
  const agents = new ProcessAgents({
    processes: new ServerProcesses(),
    ownFolders: OWN_FOLDERS,
    workspaceFolder: tmpdir(),
    program: 'headless.js',
    version: '0.0.0',
  });
  const link = await agents.start(
    'child',
    protocol,
    { command: process.execPath, args, env: {}, cwd: tmpdir(), sandbox: 'standard', ...launch },
    access,
    {
      wrote(stream, text, message) {
        heard.lines.push(`${stream} ${text}`);
        if (message !== undefined) heard.messages.push(message);
      },
      received: bytes => {
        heard.bytes += bytes;
      },
      permission: async () => undefined,
      ended(how, code) {
        heard.ending = how;
        heard.code = code;
      },
      ...events,
    },
  );
  started.push(link);
  return { link, heard };
}

const script = (code: string): readonly string[] => ['-e', code];
const finals = ({ messages }: Heard) => messages.filter(({ type }) => ['result', 'error'].includes(type));

test('a program that speaks JSON lines is sent a value a line, and what it writes is messages and lines', async () => {
  const { link, heard } = await start(
    'jsonl',
    script(`require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      console.log('a banner'); console.error('a warning'); console.log(JSON.stringify({ type: 'result', got: JSON.parse(line) }));
      console.log('{"type": 7}'); console.log('{"type": "cut"');
    });`),
  );
  await link.ready;
  await link.send({ text: 'line\nbreak \u2028' });
  await expect.poll(() => heard.lines.length).toBe(5);
  expect(heard.messages).toEqual([{ type: 'result', got: { text: 'line\nbreak \u2028' } }]);
  expect(heard.lines).toContain('stderr a warning');
  await link.close();
  expect(heard).toMatchObject({ ending: 'It exited with code 0.', code: 0 });
});

test('an ACP agent opens a session, answers a prompt, and tells what it does meanwhile', async () => {
  const { link, heard } = await start('acp', [AGENT]);
  expect(await link.ready).toEqual({ type: 'ready', agent: 'scripted', version: '1.0.0', servers: 0 });
  await link.send({ prompt: JSON.stringify({ plan: ['Look', 'Mend'], say: 'I looked at all of it.' }) });
  await expect.poll(() => finals(heard).length).toBe(1);
  expect(heard.messages.map(({ type }) => type)).toEqual([
    'ready',
    'plan',
    'plan',
    'plan',
    'message',
    'result',
  ]);
  expect(finals(heard)).toEqual([
    { type: 'result', stop_reason: 'end_turn', text: 'I looked at all of it.' },
  ]);
  expect(heard.messages[2]).toMatchObject({
    entries: [
      { content: 'Look', status: 'in_progress' },
      { content: 'Mend', status: 'pending' },
    ],
  });
});

test('prompts are answered one after the other, and a cancelled one says so', async () => {
  const { link, heard } = await start('acp', [AGENT]);
  await link.send('{"hang": true}');
  await link.send('hello');
  expect(link.isBusy).toBe(true);
  await expect.poll(() => heard.messages.length).toBeGreaterThan(1);
  link.interrupt();
  await expect.poll(() => finals(heard).length).toBe(2);
  expect(finals(heard)).toMatchObject([{ stop_reason: 'cancelled' }, { text: 'You said: hello' }]);
  expect(link.isBusy).toBe(false);
  await expect(link.send({ text: 1 })).rejects.toMatchObject({ code: 'E-CHILD-INVALID-INPUT' });
});

test('an agent that ends within a turn is told of by its end, and by nothing after it', async () => {
  const ended = Promise.withResolvers<number>();
  const { link, heard } = await start('acp', [AGENT], {
    events: { ended: () => ended.resolve(heard.messages.length) },
  });
  for (const prompt of ['{"exit": 1}', 'hello']) await link.send(prompt);
  const before = await ended.promise;
  await expect.poll(() => link.isBusy).toBe(false);
  expect(heard.messages).toHaveLength(before);
  expect(finals(heard)).toEqual([]);
});

test('a permission goes to the person, and nobody there is no yes', async () => {
  const asked: unknown[] = [];
  const permission: AgentEvents['permission'] = async given => {
    asked.push(given);
    return asked.length === 1 ? 'yes' : undefined;
  };
  const { link, heard } = await start('acp', [AGENT], { events: { permission } });
  const prompt = { prompt: '{"permission": "rm -rf build"}' };
  await link.send(prompt);
  await link.send(prompt);
  await expect.poll(() => finals(heard).length).toBe(2);
  expect(finals(heard).map(({ text }) => text)).toEqual(['chose yes', 'cancelled']);
  expect(asked[0]).toMatchObject({
    title: 'rm -rf build',
    input: { command: 'rm -rf build' },
    options: [{ id: 'yes', kind: 'allow_once' }, { id: 'no' }],
  });
});

test('a question that is open when the agent is interrupted is answered as cancelled', async () => {
  const permission: AgentEvents['permission'] = async (_asked, signal) =>
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));
  const { link, heard } = await start('acp', [AGENT], { events: { permission } });
  await link.send('{"permission": "rm"}');
  await expect.poll(() => link.isBusy).toBe(true);
  await link.ready;
  await expect
    .poll(() => {
      link.interrupt();
      return finals(heard);
    })
    .toMatchObject([{ text: 'cancelled' }]);
});

test.each([
  ['an unknown version', [AGENT, '--version', '7'], /version 7 of the Agent Client Protocol/],
  ['no login', [AGENT, '--auth'], /session\/new failed: Authentication required/],
  [
    'an end before a word',
    script('console.error("no such option"); process.exit(2)'),
    /ended before it spoke/,
  ],
])('%s is said, with what to do', async (_what, args, message) => {
  const { link } = await start('acp', args);
  await expect(link.ready).rejects.toMatchObject({
    code: 'E-CHILD-PROTOCOL',
    details: { why: expect.stringMatching(message) },
  });
});

test('a command that is not there is said with where it was looked for', async () => {
  await expect(start('jsonl', [], { command: 'no-such-agent' })).rejects.toMatchObject({
    code: 'E-CHILD-START',
    details: { why: expect.stringMatching(/command not found: no-such-agent; searched/) },
  });
});

test('a child that forks, ignores SIGTERM and never reads is gone with all that it started', async () => {
  const { link, heard } = await start(
    'jsonl',
    script(`process.on('SIGTERM', () => {}); process.on('SIGINT', () => {});
      const { pid } = require('node:child_process').spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' });
      console.log(JSON.stringify({ type: 'forked', pid })); setInterval(() => {}, 1000);`),
  );
  await expect.poll(() => heard.messages[0]?.['pid']).toEqual(expect.any(Number));
  const pid = Number(heard.messages[0]?.['pid']);
  await link.close();
  expect(heard.ending).toBe('It was ended by SIGKILL.');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a flood of 100 MB, bytes that are no UTF-8, and a line without an end leave us bounded and responsive', async () => {
  const before = process.memoryUsage().rss;
  const { link, heard } = await start(
    'jsonl',
    script(`const line = Buffer.alloc(1000, 'x'); line[999] = 10; const many = Buffer.concat(Array(1000).fill(line));
      let n = 0; const next = () => { if (n++ < 100) process.stdout.write(many, next); else { process.stdout.write(Buffer.from([0xff, 0xfe, 10])); process.stdout.write('{"type":"done"}\\n'); } }; next();
      process.stdin.resume();`),
    { events: { wrote: () => undefined, received: () => undefined } },
  );
  let slowest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    slowest = Math.max(slowest, performance.now() - last);
    last = performance.now();
  }, 10);
  const { link: small, heard: other } = await start(
    'jsonl',
    script('console.log(JSON.stringify({ type: "ok" })); process.stdin.resume()'),
  );
  await expect.poll(() => other.messages.length).toBe(1);
  await link.close();
  clearInterval(timer);
  expect(small.pid).toEqual(expect.any(Number));
  expect(heard.ending).toBeDefined();
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576);
});

test('a child gets nothing of our environment that is ours, and less where it is to be strict', async () => {
  const print = script(
    'console.log(JSON.stringify({ type: "env", env: process.env })); process.stdin.resume()',
  );
  const environmentIn = async (sandbox: AgentLaunch['sandbox']) => {
    const { heard } = await start('jsonl', print, { sandbox, env: { OWN: 'yes' } });
    await expect.poll(() => heard.messages.length).toBe(1);
    return heard.messages[0]?.['env'] as Record<string, string>;
  };
  process.env['SWITCHYARD_TEST_SECRET'] = 'hidden';
  process.env['SOMETHING_ELSE'] = 'seen';
  try {
    const [strict, standard, permissive] = [
      await environmentIn('strict'),
      await environmentIn('standard'),
      await environmentIn('permissive'),
    ];
    expect([strict['OWN'], standard['OWN'], permissive['OWN']]).toEqual(['yes', 'yes', 'yes']);
    expect([strict['USER'] || '', strict['HOME'] === process.env['HOME']]).toEqual(['', false]);
    expect(standard['HOME']).toBe(process.env['HOME']);
    expect([standard['SOMETHING_ELSE'], permissive['SOMETHING_ELSE']]).toEqual([undefined, 'seen']);
    for (const env of [strict, standard, permissive])
      expect(env).not.toHaveProperty('SWITCHYARD_TEST_SECRET');
  } finally {
    delete process.env['SWITCHYARD_TEST_SECRET'];
    delete process.env['SOMETHING_ELSE'];
  }
});

test('a working folder lies in the workspace, whatever leads out of it', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'switchyard-agents-')));
  await mkdir(join(root, 'src'));
  await symlink(tmpdir(), join(root, 'out'));
  const agents = new ProcessAgents({
    processes: new ServerProcesses(),
    ownFolders: OWN_FOLDERS,
    workspaceFolder: root,
    program: '',
    version: '',
  });
  expect(await agents.folder(undefined)).toBe(root);
  expect(await agents.folder('src')).toBe(join(root, 'src'));
  for (const path of ['..', '/', 'out', 'nowhere'])
    await expect(agents.folder(path)).rejects.toMatchObject({ code: 'E-CHILD-INVALID-INPUT' });
});

test('where the folder of the workspace was moved or deleted, that is said', async () => {
  const workspaceFolder = join(tmpdir(), 'switchyard-agents-that-is-gone');
  const agents = new ProcessAgents({
    processes: new ServerProcesses(),
    ownFolders: OWN_FOLDERS,
    workspaceFolder,
    program: '',
    version: '',
  });
  for (const path of [undefined, 'src'])
    await expect(agents.folder(path)).rejects.toMatchObject({
      code: 'E-CHILD-UNAVAILABLE',
      message: expect.stringContaining(workspaceFolder),
    });
});

test('an agent that is fetched is started apart from the workspace, and told where to work', async () => {
  const print = 'console.log(JSON.stringify({ type: "cwd", cwd: process.cwd() })); process.stdin.resume()';
  const { heard } = await start('jsonl', script(print), { startsApart: 'child-codex' as ServerId });
  await expect.poll(() => heard.messages.length).toBe(1);
  expect(heard.messages[0]?.['cwd']).toMatch(/switchyard-agents-.*child-codex$/);
});

test('memory and CPU time of a process group are told where the system says them', async () => {
  // It burns itself, and so does a process that it waits for.
  const burn = 'while (process.cpuUsage().user < 300_000) for (let i = 0; i < 1e6; i += 1);';
  const { link, heard } = await start(
    'jsonl',
    script(`const { spawn } = require('node:child_process'); ${burn}
      spawn(process.execPath, ['-e', '${burn}']).on('exit', () => console.log(JSON.stringify({ type: "waited" })));
      process.stdin.resume()`),
  );
  const agents = new ProcessAgents({
    processes: new ServerProcesses(),
    ownFolders: OWN_FOLDERS,
    workspaceFolder: undefined,
    program: '',
    version: '',
  });
  const pid = link.pid ?? 0;
  const use = async () => (await agents.useOf([pid]))?.get(pid);
  if (process.platform !== 'linux') return expect(await use()).toBe(undefined);
  await expect.poll(() => heard.messages[0]?.type).toBe('waited');
  const { memoryBytes, cpuSeconds } = (await use()) ?? {};
  expect(memoryBytes).toBeGreaterThan(10_000_000);
  expect(cpuSeconds).toBeGreaterThan(0.55);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
