import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FILES = globSync(['{src,test,scripts,webview-ui}/**/*.{ts,tsx,mjs,cjs,css}', '*.mjs'], { cwd: ROOT });
const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm;

test('a comment names no page that is not here', () => {
  const lost = FILES.flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(COMMENT)].flatMap(([comment]) => {
      const pages = [...comment.matchAll(/(?<![\w<>*./-])([\w-]+(?:\/[\w-]+)*\.md)\b/g)].map(
        ([, page = '']) => page,
      );
      const gone = pages.filter(
        page => !existsSync(join(ROOT, page)) && !existsSync(join(ROOT, 'docs', page)),
      );
      const others = comment.match(/\bseed \d|\bdecision D\d+/gi) ?? [];
      return [...gone, ...others].map(what => `${file}: ${what}`);
    }),
  );
  expect(lost).toEqual([]);
});

test('no page speaks of one that is not here', () => {
  const pages = globSync('{*.md,{src,docs,test,webview-ui}/**/*.md}', { cwd: ROOT });
  const lost = pages.flatMap(page =>
    (readFileSync(join(ROOT, page), 'utf8').match(/\bseed \d/gi) ?? []).map(what => `${page}: ${what}`),
  );
  expect(lost).toEqual([]);
});
