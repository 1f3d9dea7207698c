import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file of ours that holds tests, from the root of the repository. */
const FILES = globSync('{src,test}/**/*.{test.ts,mjs}', { cwd: root }).map(path =>
  path.replaceAll('\\', '/'),
);

/** The last cells of the table's rows: files in backquotes, each followed by names of its tests in quotes. */
const cells = readFileSync(join(root, 'test/SECURITY.md'), 'utf8')
  .split('\n')
  .filter(line => line.startsWith('|') && !line.startsWith('| -') && !line.includes('| shown by'))
  .map(line => line.split('|').at(-2) ?? '');

/** The one file that a name means; a text that says what is wrong otherwise. */
function fileOf(name: string): string {
  if (name.includes('/')) return existsSync(join(root, name)) ? name : `no file: ${name}`;
  // Where two have the name, the table told which one before.
  const named = [...new Set(cells.join().match(/[\w/]+\/[\w.]+/g) ?? [])];
  const meant = named.filter(path => basename(path) === name);
  const found = meant.length > 0 ? meant : FILES.filter(path => basename(path) === name);
  return found.length === 1 ? (found[0] ?? '') : `${found.length} files: ${name}`;
}

test('names files and tests that are there', () => {
  expect(cells.length).toBeGreaterThan(50);
  const wrong = cells.flatMap(cell => {
    let text = '';
    return [...cell.matchAll(/`([\w./]+\.(?:test\.ts|mjs))`|"([^"]+)"/g)].flatMap(([, name, title]) => {
      if (name !== undefined) {
        const file = fileOf(name);
        text = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
        return text === '' ? [file] : [];
      }
      const start = title?.replace(/…$/, '') ?? '';
      return text.includes(`'${start}`) || text.includes(`"${start}`) ? [] : [`no test: ${start}`];
    });
  });
  expect(wrong).toEqual([]);
});
