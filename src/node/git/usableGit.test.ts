import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { usableGit } from './usableGit';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-git-'));

/** A program that says it is this git. */
function gitThatSays(text: string): string {
  const path = join(folder, `git-${text.replaceAll(/\W/g, '-')}`);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

test('takes the git of this machine', async () => {
  expect(await usableGit('git', new KeptLog())).toBe('git');
});

test('takes none where there is none, and says so only where one was expected', async () => {
  const log = new KeptLog();
  expect(await usableGit(undefined, log)).toBeUndefined();
  expect(log.lines).toEqual([]);
  expect(await usableGit(join(folder, 'nowhere'), log)).toBeUndefined();
  expect(log.lines).toHaveLength(1);
});

test.skipIf(process.platform === 'win32')(
  'takes none that is too old to be run safely, or broken',
  async () => {
    const log = new KeptLog();
    expect(await usableGit(gitThatSays('echo git version 2.30.2'), log)).toBeUndefined();
    expect(await usableGit(gitThatSays('exit 3'), log)).toBeUndefined();
    expect(await usableGit(gitThatSays('echo git version 2.31.0'), log)).toContain('git-echo');
    expect(log.lines).toHaveLength(2);
  },
);
