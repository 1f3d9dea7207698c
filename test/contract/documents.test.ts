import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const words = (file: string): number => read(file).split(/\s+/).length;
const PAGES = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

interface Docs {
  settingRows(): readonly string[];
}

/** Cells without the spaces that line them up. */
const cells = (row: string): string => row.replaceAll(/\s+/g, ' ').trim();

test('README and ARCHITECTURE are read in one go', () => {
  expect(words('README.md')).toBeLessThan(1_100);
  expect(words('ARCHITECTURE.md')).toBeLessThan(1_700);
});

test.each(PAGES)('every link of %s leads somewhere', page => {
  const links = [...read(page).matchAll(/\]\((?!https?:|vscode:|command:)([^)#\s]*)(#[^)\s]*)?\)/g)];
  const dead = links.flatMap(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path);
    if (!existsSync(join(ROOT, target))) return [path];
    return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [`${path}${anchor}`];
  });
  expect(dead).toEqual([]);
});

test.each(['ARCHITECTURE.md', ...PAGES.filter(page => page.startsWith('docs/dev/'))])(
  'every file that %s names by its path is there',
  page => {
    const paths = [...read(page).matchAll(/`((?:src|test|scripts|docs|data|media|webview-ui)\/[\w./-]+)`/g)];
    expect(paths.map(([, path = '']) => path).filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

test('the table of settings is the manifest’s (npm run docs)', async () => {
  const { settingRows } = (await import(join(ROOT, 'scripts/docs.mjs'))) as Docs;
  const page = read('docs/commands-and-settings.md').split('\n').map(cells);
  expect(
    settingRows()
      .map(cells)
      .filter(row => !page.includes(row)),
  ).toEqual([]);
});

test('every command is described, by the name that menus say', () => {
  const { contributes } = JSON.parse(read('package.json')) as {
    contributes: { commands: readonly { title: string }[] };
  };
  const titles = JSON.parse(read('package.nls.json')) as Record<string, string>;
  const page = read('docs/commands-and-settings.md');
  const missing = contributes.commands
    .map(({ title }) => titles[title.slice(1, -1)] ?? '')
    .filter(title => !page.includes(title) || page.includes(`${title}…`));
  expect(missing).toEqual([]);
});

/** As GitHub makes them of headings. */
function anchorsOf(page: string): readonly string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .trim()
        .replaceAll(' ', '-')}`,
  );
}
