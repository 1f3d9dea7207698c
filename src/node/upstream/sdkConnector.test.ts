import { spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { idOf } from '../../../test/support/catalogWorld';
import { KeptLog } from '../../../test/support/keptLog';
import { memorySignIns } from '../../../test/support/signInWorld';
import type { UpstreamConnection } from '../../core/gateway/upstream/upstream';
import { Refusal } from '../../core/support/refusal';
import { networkVariables } from '../net/networkVariables';
import { SdkConnector } from './sdkConnector';

const FIXTURE = join(import.meta.dirname, '../../../test/support/upstreamFixture.mjs');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-upstream-')));
const open: UpstreamConnection[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map(connection => connection.close()));
});

/** Connects to the fixture, which behaves as it is told. */
async function connect(how: string, { env = {}, onClosed = (_reason: string): void => undefined } = {}) {
  const log = new KeptLog();
  const launch = {
    type: 'stdio',
    command: process.execPath,
    args: [FIXTURE, how],
    env,
    cwd: folder,
  } as const;
  const connection = await new SdkConnector({
    signIns: await memorySignIns(),
    version: '1.0.0',
    workspaceFolder: folder,
    log,
  }).connect(
    idOf('fixture'),
    launch,
    { onClosed, onToolsChanged: () => undefined, onNotice: () => undefined },
    new AbortController().signal,
  );
  open.push(connection);
  return Object.assign(connection, { log });
}

const call = (
  connection: UpstreamConnection,
  tool: string,
  input = {},
  signal = new AbortController().signal,
) => connection.callTool(tool, input, { signal });

test('connects, lists the tools that are tools, and calls one', async () => {
  const connection = await connect('good');
  expect([connection.serverName, connection.serverVersion]).toEqual(['fixture', '1.2.3']);
  const tools = await connection.listTools(new AbortController().signal);
  expect(tools.map(tool => tool.name)).toEqual(['echo', 'big', 'exit', 'wait']);
  expect(await call(connection, 'echo', { a: 1 })).toMatchObject({
    content: [{ text: expect.stringContaining(`{"a":1} in ${folder}`) }],
  });
});

test('hands a server its own variables and the few that every program needs, and nothing else of ours', async () => {
  process.env['SWITCHYARD_TEST_SECRET'] = 'ours';
  for (const name of Object.keys(networkVariables(process.env))) vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const connection = await connect('good', { env: { API_KEY: 'theirs' } });
  const { content } = (await call(connection, 'echo')) as { content: { text: string }[] };
  const names = content[0]?.text.split(' with ')[1]?.split(',') ?? [];
  expect(names).toContain('API_KEY');
  expect(names).toContain('PATH');
  // The mark by which its processes are found, where the system can find any.
  const mark = process.platform === 'linux' ? ['SWITCHYARD_START'] : [];
  expect(
    names.filter(name => !['API_KEY', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'].includes(name)),
  ).toEqual(mark);
});

test('works in spite of noise on stdout', async () => {
  const connection = await connect('noisy');
  expect(await call(connection, 'echo')).toMatchObject({ content: [{ type: 'text' }] });
  expect(connection.log.lines.length).toBeGreaterThan(0);
});

test('says why a server did not start, with its last words and without the secrets we gave it', async () => {
  const failure = connect('dies', { env: { API_KEY: 'very-secret-value' } });
  await expect(failure).rejects.toThrow(
    '"fixture" did not start. It exited with code 3. Last output: cannot open the database with •••',
  );
});

test('says that a command does not exist', async () => {
  const connector = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1.0.0',
    workspaceFolder: folder,
    log: new KeptLog(),
  });
  const launch = { type: 'stdio', command: 'no-such-program', args: [], env: {} } as const;
  const hooks = { onClosed: () => undefined, onToolsChanged: () => undefined, onNotice: () => undefined };
  await expect(connector.connect(idOf('x'), launch, hooks, new AbortController().signal)).rejects.toThrow(
    /^"x" did not start\. command not found: no-such-program; searched \/\S+, .+\. Install it, or correct its entry\.$/,
  );
});

test('ends a start when it is told to, and leaves no process', async () => {
  const abort = new AbortController();
  const connector = new SdkConnector({
    signIns: await memorySignIns(),
    version: '1.0.0',
    workspaceFolder: folder,
    log: new KeptLog(),
  });
  const launch = {
    type: 'stdio',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    env: {},
  } as const;
  const hooks = { onClosed: () => undefined, onToolsChanged: () => undefined, onNotice: () => undefined };
  const starting = connector.connect(idOf('mute'), launch, hooks, abort.signal);
  abort.abort(new Error('too slow'));
  await expect(starting).rejects.toThrow('too slow');
});

test('fails what is under way when the server dies, tells how it ended, and reports the end', async () => {
  const ended = Promise.withResolvers<string>();
  const connection = await connect('good', { onClosed: ended.resolve });
  await expect(Promise.all([call(connection, 'wait'), call(connection, 'exit')])).rejects.toThrow(
    /"fixture" ended while "(wait|exit)" ran\. It exited with code 7\./,
  );
  expect(await ended.promise).toBe('It exited with code 7.');
});

test('takes an answer of 8 MiB', async () => {
  const connection = await connect('good');
  const { content } = (await call(connection, 'big', { size: 8 * 1_048_576 })) as {
    content: { text: string }[];
  };
  expect(content[0]?.text).toHaveLength(8 * 1_048_576);
});

test('stops asking for pages at 100', async () => {
  const connection = await connect('endless');
  expect(await connection.listTools(new AbortController().signal)).toHaveLength(100);
});

test('cancels a call when the caller does', async () => {
  const connection = await connect('good');
  const abort = new AbortController();
  const waiting = call(connection, 'wait', {}, abort.signal);
  abort.abort(new Error('never mind'));
  await expect(waiting).rejects.toThrow('never mind');
});

test.skipIf(process.platform === 'win32')(
  'ends a stubborn server together with the child it started',
  async () => {
    const connection = await connect('stubborn');
    const { content } = (await call(connection, 'pids')) as { content: { text: string }[] };
    const pids = JSON.parse(content[0]?.text ?? '[]') as number[];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await connection.close();
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false]);
  },
);

test.skipIf(process.platform === 'win32')('leaves nothing of a launcher that went away itself', async () => {
  const ended = Promise.withResolvers<string>();
  await connect('launcher', { onClosed: ended.resolve });
  expect(await ended.promise).toBe('It exited with code 0.');
  const left = () =>
    spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.includes('upstreamFixture.mjs launched');
  await expect.poll(left).toBe(false);
});

test('says that a server started but listed nothing', async () => {
  const connection = await connect('listless');
  await expect(connection.listTools(new AbortController().signal)).rejects.toThrow(
    '"fixture" started but did not list its tools. It exited with code 9.',
  );
});

/** Whether the process runs. One that has ended and only waits to be reaped does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

test('says with what words a server was stopped that did not come up in time, without its secrets', async () => {
  const late = new AbortController();
  const said = Promise.withResolvers<void>();
  const hooks = {
    onClosed: () => undefined,
    onToolsChanged: () => undefined,
    onNotice: () => undefined,
    onWords: () => said.resolve(),
  };
  const parts = {
    signIns: await memorySignIns(),
    version: '1.0.0',
    workspaceFolder: folder,
    log: new KeptLog(),
  };
  const code = 'console.error("waiting for a lock of " + process.env.KEY); setInterval(() => {}, 1000)';
  const launch = {
    type: 'stdio',
    command: process.execPath,
    args: ['-e', code],
    env: { KEY: 'sk-verysecretvalue1234' },
    cwd: folder,
  } as const;
  const connecting = new SdkConnector(parts).connect(idOf('mute'), launch, hooks, late.signal);
  void said.promise.then(() => late.abort(new Refusal('start-timeout', 'It did not answer in time.')));
  await expect(connecting).rejects.toMatchObject({
    code: 'start-timeout',
    message: 'It did not answer in time. Last output: waiting for a lock of •••',
  });
});
