import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptIndexes } from './keptIndexes';

function place() {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const index = (name: string): string => {
    writeFileSync(join(folder, name), name);
    return join(folder, name);
  };
  return { folder, index, kept: new KeptIndexes(folder) };
}

const tree = (digit: number): string => digit.toString(16).padStart(40, '0');

test('finds the index of a tree after the index itself was swept, and none of another tree', async () => {
  const { index, kept } = place();
  await kept.keep(tree(1), index('one'));
  rmSync(index('one'));
  expect(readFileSync((await kept.find(tree(1))) ?? '', 'utf8')).toBe('one');
  expect(await kept.find(tree(2))).toBe(undefined);
});

test('keeps the newest only; one that is kept again is new', async () => {
  const { folder, index, kept } = place();
  for (let i = 1; i <= 8; i += 1) await kept.keep(tree(i), index(`i${i}`));
  await kept.keep(tree(1), index('i1'));
  await kept.keep(tree(9), index('i9'));
  const left = readdirSync(join(folder, 'kept')).toSorted();
  expect(left).toHaveLength(8);
  expect(left).toContain(tree(1));
  expect(left).toContain(tree(9));
});

test('takes no name of a tree for a path, and minds no index that is gone', async () => {
  const { folder, index, kept } = place();
  await kept.keep('../outside', index('one'));
  await kept.keep(tree(1), join(folder, 'gone'));
  expect(await kept.find('../outside')).toBe(undefined);
  expect(await kept.find(tree(1))).toBe(undefined);
});
