import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const FROM = /(?:from|import\()\s*'(\.[^']+)'/g;

/** Which files each file imports, types as well: who reads one of a circle has to read all of them. */
function imports(): ReadonlyMap<string, readonly string[]> {
  const files = globSync(['src/**/*.ts', 'webview-ui/**/*.{ts,tsx}'], { cwd: ROOT });
  const known = new Set(files);
  return new Map(
    files.map(file => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const paths = [...text.matchAll(FROM)].map(([, path = '']) => normalize(join(dirname(file), path)));
      const found = paths.flatMap(path =>
        [`${path}.ts`, `${path}.tsx`, path].filter(each => known.has(each)),
      );
      return [file, found];
    }),
  );
}

/** The first circle that is met; undefined where there is none. */
function circle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    for (const next of graph.get(file) ?? []) {
      const found = walk(next, [...way, file]);
      if (found) return found;
    }
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = walk(file, []);
    if (found) return found;
  }
  return undefined;
}

test('no file imports itself, by whatever way', () => {
  const graph = imports();
  expect(graph.size).toBeGreaterThan(800);
  expect(circle(graph)).toBeUndefined();
});

test('a circle is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  expect(circle(graph)).toEqual(['b', 'd', 'b']);
});
