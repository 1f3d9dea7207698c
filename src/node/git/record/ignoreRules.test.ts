import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { IgnoreRules } from './ignoreRules';

test('ignores what git ignores', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-ignore-'));
  execFileSync('git', ['init', '-q'], { cwd: folder });
  const segment = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', '[ab]', '[!a]', '**', 'a?b', '\\*');
  const line = fc
    .tuple(
      fc.constantFrom('', '!'),
      fc.constantFrom('', '/'),
      fc.array(segment, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', '/'),
    )
    .map(([not, anchor, segments, end]) => `${not}${anchor}${segments.join('/')}${end}`);
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', 'abb', 'c'), { minLength: 1, maxLength: 3 })
    .map(parts => parts.join('/'));
  try {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 4 }),
        fc.array(path, { minLength: 1, maxLength: 12 }),
        (lines, paths) => {
          writeFileSync(join(folder, '.gitignore'), lines.join('\n'));
          expect(paths.filter(each => isIgnored(lines, each))).toEqual(gitIgnored(folder, paths));
        },
      ),
      { numRuns: 150 },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// A matcher that goes back would not end before the sun does.
test('comes to an end with a hostile pattern', () => {
  const rules = IgnoreRules.none.with('', `${'*a'.repeat(40)}b\n${'**/'.repeat(200)}x\n`);
  expect(rules.ignores('a'.repeat(5_000), false)).toBe(false);
  expect(rules.ignores('a/'.repeat(500).slice(0, -1), false)).toBe(false);
});

/** A path is ignored when it or a folder above it is. */
function isIgnored(lines: readonly string[], path: string): boolean {
  const rules = IgnoreRules.none.with('', lines.join('\n'));
  const parts = path.split('/');
  return parts.some((_, i) => rules.ignores(parts.slice(0, i + 1).join('/'), i < parts.length - 1));
}

function gitIgnored(folder: string, paths: readonly string[]): readonly string[] {
  try {
    const options = { cwd: folder, input: paths.map(path => `${path}\0`).join('') };
    const answer = execFileSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], options).toString();
    return answer.split('\0').filter(path => path !== '');
  } catch {
    // Code 1: none.
    return [];
  }
}
