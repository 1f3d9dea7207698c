import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overStdio, start } from './clients';
import { PROGRAM, script, TINY, type World, world } from './world';

const odd: readonly (readonly [what: string, path: (folder: string) => string, why: string])[] = [
  ['below a device', () => '/dev/null/x', '/dev/null is not a folder'],
  ['in a file system that takes no folders', () => '/proc/nope', 'no folder can be created in /proc'],
  ['deep in such a file system', () => '/proc/nope/a/b', 'no folder can be created in /proc'],
  ['such a file system itself', () => '/proc/self', 'nothing can be written there'],
  ['a file', folder => join(folder, 'servers.json'), 'it is not a folder'],
  ['below a file', folder => join(folder, 'servers.json', 'x'), 'is not a folder'],
  [
    'at a path longer than SQLite takes',
    folder =>
      join(
        folder,
        ...'xyz'
          .repeat(2)
          .split('')
          .map(name => name.repeat(90)),
      ),
    'its name is too long',
  ],
  ['a name longer than names are', folder => join(folder, 'x'.repeat(300)), 'its name is too long'],
];

test.runIf(process.platform === 'linux').each(odd)(
  'says in one sentence that a state folder %s cannot be used, with code 2',
  async (_, pathIn, why) => {
    const of = world({});
    const path = pathIn(of.folder);
    for (const verb of [[], ['--show-launches'], ['approve', 'memory']]) {
      const { exit, stderr } = start([...verb, ...of.options, '--state', path]);
      expect(await exit).toBe(2);
      expect(stderr()).toMatch(/^--state: .* can't be used: .*\. Choose another folder\.\n$/);
      expect(stderr()).toContain(`--state: ${path} can't be used: `);
      expect(stderr()).toContain(why);
    }
  },
);

test('makes all folders on the way to the state folder, and none where it refuses', async () => {
  const of = world({});
  const good = join(of.folder, 'a', 'b', 'c');
  const program = start([...of.options, '--state', good]);
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
  expect(existsSync(join(good, 'journal.db'))).toBe(true);

  mkdirSync(join(of.folder, 'd'));
  writeFileSync(join(of.folder, 'd', 'file'), '');
  const bad = start([...of.options, '--state', join(of.folder, 'd', 'file', 'x', 'y')]);
  expect(await bad.exit).toBe(2);
});

test('ends with code 0 where its client goes and the state folder is gone, and says what was not recorded', async () => {
  const of = world({ tiny: script(TINY) });
  const program = start([...of.options, '--approve', 'tiny']);
  const ask = async (id: number, method: string, params: object) => {
    program.send({ jsonrpc: '2.0', id, method, params });
    const isAnswer = (line: string) => (JSON.parse(line) as { readonly id?: number }).id === id;
    const { result } = JSON.parse(await program.line(isAnswer)) as {
      readonly result: { readonly structuredContent?: Readonly<Record<string, unknown>> };
    };
    return result.structuredContent;
  };
  const call = async (id: number, name: string, input: object) =>
    await ask(id, 'tools/call', { name, arguments: input });
  const clientInfo = { name: 'test', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await call(2, 'mcp_activate', { name: 'tiny' });
  const workflow = await call(3, 'start_workflow', { name: 'Work' });
  await call(4, 'start_task', { workflow_id: workflow?.['workflow_id'], name: 'A task', goal: 'Something' });
  rmSync(join(of.folder, 'state'), { recursive: true });
  // The file is looked at once in a while.
  for (let id = 5; (await call(id, 'start_workflow', { name: 'More' })) !== undefined;) id++;
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
  expect(program.stderr()).toContain('Tasks could not be marked as stale');
  expect(program.stderr()).toMatch(/Switchyard ended: its client has gone\.\n$/);
});

test('starts beside the damaged record of a restore, says so, and keeps what the files held', async () => {
  const of = world({});
  const restore = join(of.folder, 'state', 'restores', 'one');
  mkdirSync(restore, { recursive: true });
  writeFileSync(join(restore, '0.old'), 'what the file held\n');
  writeFileSync(join(restore, 'record.json'), '');
  const longAgo = new Date(Date.now() - 7_200_000);
  utimesSync(restore, longAgo, longAgo);

  const program = start(of.options);
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
  expect(program.stderr()).toContain('The record of an interrupted restore is damaged');
  expect(existsSync(join(restore, '0.old'))).toBe(true);
});

test('runs where the folder of sign-ins cannot be made, and says so', async () => {
  const of = world({});
  mkdirSync(join(of.folder, 'state'), { mode: 0o700 });
  writeFileSync(join(of.folder, 'state', 'sign-ins'), '');

  const program = start(of.options);
  program.child.stdin?.end();
  expect(await program.exit).toBe(0);
  expect(program.stderr()).toContain('Sign-ins cannot be kept until their folder can be made');
});

/** The program, started in the workspace as clients do, with these variables. */
function startedInside(of: World, args: readonly string[], env: Readonly<Record<string, string>>) {
  const cwd = join(of.folder, 'workspace');
  const rest = { PATH: process.env['PATH'], SystemRoot: process.env['SystemRoot'] };
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...rest, ...env },
    // What tries for ever can't be told to end.
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  return { status, stderr: stderr.toString(), left: readdirSync(cwd) };
}

test.runIf(process.platform === 'linux')(
  'keeps nothing in the workspace where HOME is empty or relative',
  () => {
    const of = world({});
    for (const HOME of ['', 'home'])
      expect(startedInside(of, ['--help'], { HOME })).toEqual({ status: 0, stderr: '', left: ['hello.txt'] });
  },
);

test.runIf(process.platform === 'linux')('starts where HOME takes no folders', () => {
  const of = world({});
  expect(startedInside(of, of.options, { HOME: '/proc' })).toMatchObject({ status: 0 });
});

test.runIf(process.platform === 'linux')('takes an empty or relative XDG folder for none', () => {
  const of = world({});
  const HOME = join(of.folder, 'home');
  for (const folder of ['', 'xdg']) {
    const env = { HOME, XDG_STATE_HOME: folder, XDG_CACHE_HOME: folder };
    expect(startedInside(of, [], env)).toMatchObject({ status: 0, left: ['hello.txt'] });
  }
  expect(existsSync(join(HOME, '.local', 'state', 'switchyard'))).toBe(true);
});

test('says that the workspace folder is gone where a task is to be restored, and restores once it is back', async () => {
  const of = world({});
  const workspace = join(of.folder, 'workspace');
  const { agent, stderr } = await overStdio(of, ['--allow-restore']);
  await agent.call('mcp_activate', { name: 'workflow-history' });
  const { structured: workflow } = await agent.call('start_workflow', { name: 'Work' });
  const workflow_id = workflow['workflow_id'];
  const { structured: task } = await agent.call('start_task', { workflow_id, name: 'Write', goal: 'Write' });
  const task_id = task['task_id'];
  writeFileSync(join(workspace, 'new.txt'), 'new');
  await agent.call('complete_task', { task_id, status: 'success', outcome: { summary: 'Done.' } });

  renameSync(workspace, `${workspace}-away`);
  const refused = await agent.call('restore_task', { task_id, apply: true });
  expect(refused).toMatchObject({ isError: true, code: 'folder-unreachable' });
  expect(stderr()).not.toContain('A tool failed');
  renameSync(`${workspace}-away`, workspace);
  expect((await agent.call('restore_task', { task_id, apply: true })).isError).toBe(false);
  expect(existsSync(join(workspace, 'new.txt'))).toBe(false);
});
