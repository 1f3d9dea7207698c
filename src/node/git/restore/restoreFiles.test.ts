import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTarget, isSameState, putState, stateOf, unlinkPlainly } from './restoreFiles';

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-files-')));
  root = join(base, 'root');
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const state = (content: string, mode = '100644'): { mode: string; content: Buffer } => ({
  mode,
  content: Buffer.from(content),
});

test('writes files and links with their bits, and takes empty folders away with the last file', async () => {
  const run = { root, path: 'a/b/run.sh' };
  const way = { root, path: 'way' };
  await putState(run, state('x', '100755'), unlinkPlainly);
  await putState(way, state('a/b', '120000'), unlinkPlainly);

  expect(isSameState(await stateOf(run), state('x', '100755'))).toBe(true);
  expect(isSameState(await stateOf(way), state('a/b', '120000'))).toBe(true);
  await putState(run, null, unlinkPlainly);
  expect(readdirSync(root)).toEqual(['way']);
});

test('keeps the rights that a file had', async () => {
  writeFileSync(join(root, 'private'), 'x');
  chmodSync(join(root, 'private'), 0o600);
  await putState({ root, path: 'private' }, state('y', '100755'), unlinkPlainly);
  expect(lstatSync(join(root, 'private')).mode & 0o777).toBe(0o700);
});

test.runIf(process.getuid?.() === 0)('leaves a file to its owner', async () => {
  writeFileSync(join(root, 'theirs'), 'x');
  chownSync(join(root, 'theirs'), 1_234, 5_678);
  await putState({ root, path: 'theirs' }, state('y', '100755'), unlinkPlainly);
  const { uid, gid, mode } = lstatSync(join(root, 'theirs'));
  expect([uid, gid, mode & 0o777]).toEqual([1_234, 5_678, 0o755]);
});

test.runIf(process.platform !== 'win32')(
  'brings back what may hold secrets for its owner alone',
  async () => {
    const mask = process.umask(0o022);
    try {
      for (const name of [
        '.env',
        '.env.local',
        'server.key',
        'id_rsa',
        'secrets.yaml',
        '.env.example',
        'monkey.ts',
      ])
        await putState({ root, path: `at/${name}` }, state('x'), unlinkPlainly);
    } finally {
      process.umask(mask);
    }
    const rights = (name: string): number => lstatSync(join(root, 'at', name)).mode & 0o777;
    for (const name of ['.env', '.env.local', 'server.key', 'id_rsa', 'secrets.yaml'])
      expect(rights(name), name).toBe(0o600);
    for (const name of ['.env.example', 'monkey.ts']) expect(rights(name), name).toBe(0o644);
  },
);

test('gives a new file the rights that the mask of the user leaves', async () => {
  const mask = process.umask(0o077);
  try {
    await putState({ root, path: 'plain' }, state('x'), unlinkPlainly);
    await putState({ root, path: 'run.sh' }, state('x', '100755'), unlinkPlainly);
  } finally {
    process.umask(mask);
  }
  const rights = ['plain', 'run.sh'].map(name => lstatSync(join(root, name)).mode & 0o777);
  expect(rights).toEqual([0o600, 0o700]);
});

test.runIf(process.platform === 'linux')('gives a link its target back when that is no UTF-8', async () => {
  const target = Buffer.from([0x66, 0xff, 0x67]);
  const way = { root, path: 'way' };
  await putState(way, { mode: '120000', content: target }, unlinkPlainly);
  expect(readlinkSync(join(root, 'way'), { encoding: 'buffer' })).toEqual(target);
});

test('writes files whose names are as long as a disk allows', async () => {
  const file = { root, path: `${'長'.repeat(83)}.txt` };
  await putState(file, state('x'), unlinkPlainly);
  expect(isSameState(await stateOf(file), state('x'))).toBe(true);
  expect(readdirSync(root)).toHaveLength(1);
});

test('replaces a link instead of writing through it', async () => {
  writeFileSync(join(base, 'outside'), 'precious');
  symlinkSync(join(base, 'outside'), join(root, 'x'));
  await putState({ root, path: 'x' }, state('y'), unlinkPlainly);
  expect([readFileSync(join(root, 'x'), 'utf8'), readFileSync(join(base, 'outside'), 'utf8')]).toEqual([
    'y',
    'precious',
  ]);
});

test('goes through no link and out of no folder, neither to check nor to write nor to delete', async () => {
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(base, 'outside', 'x'), 'precious');
  symlinkSync(join(base, 'outside'), join(root, 'dir'));
  for (const path of ['dir/x', 'dir/new', '../outside/x', '.git/hooks/x']) {
    const target = { root, path };
    await expect(checkTarget(target, new Set())).rejects.toMatchObject({ code: 'restore-failed' });
    await expect(putState(target, state('y'), unlinkPlainly)).rejects.toMatchObject({
      code: 'restore-failed',
    });
    await expect(putState(target, null, unlinkPlainly)).rejects.toMatchObject({ code: 'restore-failed' });
  }
  expect(readdirSync(join(base, 'outside'))).toEqual(['x']);
  expect(readFileSync(join(base, 'outside', 'x'), 'utf8')).toBe('precious');
});

test.runIf(process.platform === 'linux')(
  'writes and deletes nothing outside when a folder becomes a link between look and act',
  async () => {
    const outside = join(base, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'x'), 'precious');
    mkdirSync(join(root, 'dir'));
    writeFileSync(join(root, 'dir', 'x'), 'old');
    const swap = (): void => {
      renameSync(join(root, 'dir'), join(base, 'moved'));
      symlinkSync(outside, join(root, 'dir'));
    };
    // The last look is done when a file is discarded: it goes from the folder that was looked at.
    await putState({ root, path: 'dir/x' }, null, async (place, held) => {
      swap();
      await unlinkPlainly(place, held);
    });
    expect([readdirSync(join(base, 'moved')), readFileSync(join(outside, 'x'), 'utf8')]).toEqual([
      [],
      'precious',
    ]);
    rmSync(join(root, 'dir'));
    renameSync(join(base, 'moved'), join(root, 'dir'));
    // Between open and write, at any moment: whatever comes of it, nothing comes to lie outside.
    for (let turns = 0; turns < 40; turns += 1) {
      const put = putState({ root, path: 'dir/x' }, state('y'), unlinkPlainly).catch(() => undefined);
      for (let turn = 0; turn < turns; turn += 1)
        await Promise.resolve().then(() => new Promise(setImmediate));
      try {
        swap();
      } catch {
        // The restore made the folder anew between the two steps: then it writes in there, inside.
      }
      await put;
      expect([readdirSync(outside), readFileSync(join(outside, 'x'), 'utf8')]).toEqual([['x'], 'precious']);
      rmSync(join(root, 'dir'), { recursive: true });
      renameSync(join(base, 'moved'), join(root, 'dir'));
    }
  },
);
