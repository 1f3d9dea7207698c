import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const NOTICES = 'dist/ThirdPartyNotices.txt';
/** The build wrote it with the bundles. */
const sections = readFileSync(join(root, NOTICES), 'utf8').split(/\n-{100}\n/);
/** Imported for their types only, or given by the host. */
const NOT_SHIPPED = new Set(['vscode', 'estree']);

test('each package that our code imports is named in the notices', () => {
  const named = sections.slice(1).map(section => section.trim().replace(/ \d[^]*$/, ''));
  const imported = ['src', 'webview-ui'].flatMap(importedIn).filter(name => !NOT_SHIPPED.has(name));
  expect(imported.length).toBeGreaterThan(5);
  expect([...new Set(imported)].filter(name => !named.includes(name))).toEqual([]);
});

test('each notice has the words of a license', () => {
  for (const section of sections.slice(1)) {
    expect(section).toMatch(/^\s*\S+ \d+\.\d+\.\d+\S* \([\w.-]+\)\n/);
    expect(section.length, section.slice(0, 60)).toBeGreaterThan(500);
    expect(section, section.slice(0, 60)).toMatch(/permission|permitted|license/i);
  }
});

test('the package ships the notices', () => {
  expect(readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n')).toContain(`!${NOTICES}`);
});

/** Packages that the code of a folder imports, tests and types left out. */
function importedIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file))
    .flatMap(file => [
      ...readFileSync(join(root, folder, file), 'utf8').matchAll(
        /^(?:import(?! type)|\} from|export .* from)[^'\n]*'([^'.\n][^'\n]*)'/gm,
      ),
    ])
    .map(([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier)
    .filter(name => !name.startsWith('node:') && !builtinModules.includes(name));
}
