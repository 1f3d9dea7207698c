import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('every code of a refusal has a row in docs/refusals.md, and every row a refusal', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(file => !file.endsWith('.test.ts'));
  const text = files.map(file => readFileSync(join(ROOT, file), 'utf8')).join('\n');
  const made = [...text.matchAll(/new Refusal\(\s*'([a-z-]+)'/g)].map(([, code]) => code);
  const page = readFileSync(join(ROOT, 'docs/refusals.md'), 'utf8');
  const described = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, code = '']) => code);
  expect(made.filter(code => !described.includes(code ?? ''))).toEqual([]);
  expect(described.filter(code => !text.includes(`'${code}'`))).toEqual([]);
  expect(described).toHaveLength(new Set(described).size);
});
