import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withoutFilters } from './gitEnvironment';
import { GitPlumbing } from './gitPlumbing';

const calm = new AbortController().signal;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-git-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in git's place. */
function program(script: string): GitPlumbing {
  const path = join(folder, 'program.sh');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return new GitPlumbing(path);
}

test('passes bytes in and out', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 256);
  const args = ['hash-object', '-t', 'blob', '--stdin'];
  const git = new GitPlumbing('git');
  expect(await git.text({ cwd: folder, args, input: 'x\n', signal: calm })).toBe(
    '587be6b4c3f93f93c489c0111bba5596147a26cb',
  );
  const echoed = await program('exec cat').run({ cwd: folder, args: [], input: bytes, signal: calm });
  expect(echoed.stdout.equals(bytes)).toBe(true);
});

test('gives git nothing of our environment but what is allowed', async () => {
  const path = join(folder, 'program.sh');
  writeFileSync(path, '#!/bin/sh\nenv\n');
  chmodSync(path, 0o755);
  const ours = {
    PATH: process.env['PATH'],
    HOME: '/home/ada',
    GIT_DIR: '/trap',
    SECRET: 's',
    LD_PRELOAD: 'x',
    SSH_ASKPASS: 'x',
  };
  const text = await new GitPlumbing(path, ours).text({ cwd: folder, args: [], signal: calm });
  const names = text
    .split('\n')
    .map(line => line.split('=')[0])
    .filter(name => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name ?? ''))
    .toSorted((a = '', b = '') => a.localeCompare(b));
  expect(names).toEqual([
    'GIT_ASKPASS',
    'GIT_LITERAL_PATHSPECS',
    'GIT_NO_LAZY_FETCH',
    'GIT_OPTIONAL_LOCKS',
    'GIT_TERMINAL_PROMPT',
    'HOME',
    'LC_ALL',
    'PATH',
  ]);
});

test('stops a git when cancelled, and settles only after it is gone', async () => {
  const abort = new AbortController();
  const running = program(
    `trap 'sleep 0.2; touch ${folder}/ended; exit 1' TERM\ntouch ${folder}/ready\nwhile :; do sleep 0.05; done`,
  ).run({
    cwd: folder,
    args: [],
    signal: abort.signal,
  });
  running.catch(() => undefined); // It is asked for below, and may not fail before.
  await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true);
  abort.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
  writeFileSync(join(folder, 'ended'), '', { flag: 'r+' });
});

test('stops a git that takes too long or says too much, and names the command', async () => {
  const slow = program('sleep 30').run({ cwd: folder, args: ['status'], signal: calm, timeLimitMs: 50 });
  await expect(slow).rejects.toMatchObject({
    code: 'git-timeout',
    message: 'git status did not end within 0.05 s and was stopped.',
  });
  const asked = program('sleep 30').run({ cwd: folder, args: ['--version'], signal: calm, timeLimitMs: 50 });
  await expect(asked).rejects.toThrow('git --version did not end within 0.05 s and was stopped.');
  const loud = program('yes').run({
    cwd: folder,
    args: ['-c', 'a=b', 'log'],
    signal: calm,
    outputLimitBytes: 1_000,
  });
  await expect(loud).rejects.toMatchObject({
    code: 'git-output',
    message: 'git log answered more than 1000 bytes and was stopped.',
  });
});

test('tells a failure by its reason, and a missing git', async () => {
  const git = new GitPlumbing('git');
  await expect(git.run({ cwd: folder, args: ['rev-parse', 'HEAD'], signal: calm })).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringMatching(/^git rev-parse failed: fatal: not a git repository/),
  });
  expect(
    (await git.run({ cwd: folder, args: ['rev-parse', 'HEAD'], signal: calm, answers: [128] })).code,
  ).toBe(128);
  await expect(
    new GitPlumbing('/no/such/git').run({ cwd: folder, args: ['status'], signal: calm }),
  ).rejects.toMatchObject({ code: 'git-missing' });
  await expect(git.run({ cwd: `${folder}/gone`, args: ['status'], signal: calm })).rejects.toMatchObject({
    code: 'folder-unreachable',
  });
});

test('takes no folder for a repository only because it looks like a bare one', async () => {
  for (const part of ['objects', 'refs']) mkdirSync(join(folder, part));
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  const args = ['rev-parse', '--git-dir'];
  // Anybody's git does.
  expect(execFileSync('git', args, { cwd: folder, encoding: 'utf8' })).toBe('.\n');
  await expect(new GitPlumbing('git').run({ cwd: folder, args, signal: calm })).rejects.toMatchObject({
    code: 'git-failed',
    message: expect.stringContaining("safe.bareRepository is 'explicit'"),
  });
});

test.each(['clean', 'process'])(
  'runs no %s filter of a repository whose drivers are switched off',
  async kind => {
    const mark = join(folder, 'ran');
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '-q');
    git('config', `filter.evil.${kind}`, `echo ran >> '${mark}'; cat`);
    git('config', 'filter.evil.required', 'true');
    writeFileSync(join(folder, '.gitattributes'), '*.evil filter=evil\n');
    writeFileSync(join(folder, 'x.evil'), 'content\n');
    const args = ['hash-object', 'x.evil'];
    const plain = new GitPlumbing('git');
    // Each by itself: which of them git looks at first is its own affair.
    const settings = withoutFilters(['evil']);
    const at = Object.entries(settings)
      .find(([, value]) => value === `filter.evil.${kind}`)?.[0]
      .slice(-1);
    const env = {
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: `filter.evil.${kind}`,
      GIT_CONFIG_VALUE_0: settings[`GIT_CONFIG_VALUE_${at}`] ?? `echo ran >> '${mark}'; cat`,
      GIT_CONFIG_KEY_1: 'filter.evil.required',
      GIT_CONFIG_VALUE_1: 'false',
    };
    const id = await plain.text({ cwd: folder, args, env, signal: calm });
    expect([id, existsSync(mark)]).toEqual(['d95f3ad14dee633a758d2e331151e950dd13e4ed', false]);
    await plain.run({ cwd: folder, args, answers: [128], signal: calm });
    expect(existsSync(mark)).toBe(true);
  },
);
