import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calm, oneFile, type SnapshotWorld } from './world';

let at: SnapshotWorld;

beforeEach(() => {
  at = oneFile();
});
afterEach(() => at.dispose());

const MINUTES_AGO = new Date(Date.now() - 10 * 60 * 1_000);

const PACKED = '.git/packed-refs.lock';

function locks(): readonly string[] {
  const names = readdirSync(at.path('.git'), { recursive: true, encoding: 'utf8' });
  return names.filter(name => /[.](?:lock|new)$/.test(name)).map(name => join('.git', name));
}

/** Kills a git in the middle of letting go of refs, as the machine does that loses its power. */
async function killed(refs: readonly string[]): Promise<void> {
  const git = spawn('git', ['update-ref', '--stdin'], { cwd: at.folder, stdio: ['pipe', 'pipe', 'inherit'] });
  git.stdin.write(`start\n${refs.map(ref => `delete ${ref}\n`).join('')}prepare\n`);
  for await (const said of git.stdout) if (String(said).includes('prepare: ok')) break;
  git.kill('SIGKILL');
  if (git.exitCode === null && git.signalCode === null) await once(git, 'exit');
  expect(locks()).toHaveLength(refs.length + 2);
}

function age(): void {
  for (const name of locks()) utimesSync(at.path(name), MINUTES_AGO, MINUTES_AGO);
}

test('locks that a killed git of ours left in the repository are gone after the next start', async () => {
  const snapshot = await at.take();
  at.git('pack-refs', '--all', '--no-prune');
  const refs = at.git('for-each-ref', '--format=%(refname)', 'refs/switchyard').trim().split('\n');
  await killed(refs);
  const young = locks();
  await at.open().retain([snapshot], calm);
  expect(locks(), 'another program may hold them').toEqual(young);
  age();
  await at.open().retain([snapshot], calm);
  expect(locks()).toEqual([]);
  at.git('gc', '-q', '--prune=now');
  expect(at.git('cat-file', '-t', snapshot.roots[0]?.tree ?? '').trim()).toBe('tree');
});

test("a lock of the user's own git stays", async () => {
  const snapshot = await at.take();
  writeFileSync(at.path(PACKED), '');
  age();
  await at.open().retain([snapshot], calm);
  expect(existsSync(at.path(PACKED))).toBe(true);
});

test('a folder that has the name of a lock is nobody’s lock, and stands in the way of nothing', async () => {
  const snapshot = await at.take();
  const [ref = ''] = at.git('for-each-ref', '--format=%(refname)', 'refs/switchyard').split('\n');
  const place = at.path(`.git/${dirname(ref)}/odd.lock`);
  mkdirSync(place, { recursive: true });
  utimesSync(place, MINUTES_AGO, MINUTES_AGO);
  await at.open().retain([snapshot], calm);
  expect(existsSync(place)).toBe(true);
  expect(at.log.lines).toEqual([]);
});
