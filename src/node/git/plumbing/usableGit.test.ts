import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '../../../../test/support/isRunning';
import { KeptLog } from '../../../../test/support/keptLog';
import { usableGit } from './usableGit';

const calm = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'switchyard-git-'));

/** A program that says it is this git. */
function gitThatSays(text: string): string {
  const path = join(folder, `git-${text.replaceAll(/\W+/g, '-')}`);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('takes the git of this machine', async () => {
  expect(await usableGit('git', { log: new KeptLog(), signal: calm })).toBe('git');
});

test('takes none where there is none, and says so only where one was expected', async () => {
  const log = new KeptLog();
  expect(await usableGit(undefined, { log, signal: calm })).toBeUndefined();
  expect(log.lines).toEqual([]);
  expect(await usableGit(join(folder, 'nowhere'), { log, signal: calm })).toBeUndefined();
  expect(log.lines).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')(
  'takes none that is too old to be run safely, or broken',
  async () => {
    const log = new KeptLog();
    expect(await usableGit(gitThatSays('echo git version 2.30.2'), { log, signal: calm })).toBeUndefined();
    expect(await usableGit(gitThatSays('exit 3'), { log, signal: calm })).toBeUndefined();
    expect(await usableGit(gitThatSays('echo git version 2.31.0'), { log, signal: calm })).toContain(
      'git-echo',
    );
    expect(log.lines).toHaveLength(2);
  },
);

test.skipIf(process.platform === 'win32')('waits for one that a busy machine holds up', async () => {
  const held = gitThatSays('sleep 6 && echo git version 2.39.5');
  expect(await usableGit(held, { log: new KeptLog(), signal: calm })).toBe(held);
});

test.skipIf(process.platform === 'win32')(
  'takes none that hangs, nor one whose child hangs, and ends what it started',
  async () => {
    const log = new KeptLog();
    for (const hang of [`sleep 600 & echo $! > ${folder}/pid; wait`, `sleep 600 & echo $! > ${folder}/pid`]) {
      expect(await usableGit(gitThatSays(hang), { log, signal: calm, timeLimitMs: 300 })).toBeUndefined();
      const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
      await expect.poll(() => isRunning(pid)).toBe(false);
    }
    expect(log.lines).toHaveLength(2);
  },
);
