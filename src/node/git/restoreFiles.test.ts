import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
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
