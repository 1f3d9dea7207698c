import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

interface Rooms {
  readonly WALLS: ReadonlyMap<string, readonly string[]>;
  lintedWalls(): { readonly elements: unknown; readonly policies: unknown };
}

const { lintedWalls, WALLS } = (await import(join(ROOT, 'scripts/rooms.mjs'))) as Rooms;

interface LintConfig {
  readonly settings: { readonly 'boundaries/elements': unknown };
  readonly rules: { readonly 'boundaries/dependencies': readonly [string, { readonly policies: unknown }] };
}

test('the walls that lint holds are those of the table (npm run rooms)', () => {
  const config = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as LintConfig;
  const { elements, policies } = lintedWalls();
  expect(config.settings['boundaries/elements']).toEqual(elements);
  expect(config.rules['boundaries/dependencies'][1].policies).toEqual(policies);
});

test('every folder with code is a room, and every room has code', () => {
  const files = globSync(['src/**/*.ts', 'webview-ui/**/*.{ts,tsx}'], { cwd: ROOT });
  const folders = new Set(files.map(dirname));
  const isInside = (folder: string): boolean =>
    WALLS.has(folder) || WALLS.has(folder.replace(/\/tools$/, ''));
  expect([...folders].filter(folder => !isInside(folder))).toEqual([]);
  expect([...WALLS.keys()].filter(room => !folders.has(room))).toEqual([]);
});
