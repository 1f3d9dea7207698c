import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptLines } from './hunks';
import { matchLines, NEW, UNKNOWN } from './lineMatch';
import { carriedTo, NOTHING_WRITTEN, plainLines, type WrittenText } from './lineWriters';

/** Plays versions of a text, each a text and its writer. */
const written = (...versions: readonly (readonly [string, string | null])[]): WrittenText<string> =>
  versions.reduce<WrittenText<string>>(
    (text, [line, writer]) => carriedTo(text, { lines: plainLines(line), writer }),
    NOTHING_WRITTEN,
  );

test('lines are numbered as an editor does, whatever ends them', () => {
  expect(plainLines('a\r\nb\rc\n')).toEqual(['a', 'b', 'c']);
  expect(plainLines('a\n\nb')).toEqual(['a', '', 'b']);
  expect(plainLines('')).toEqual([]);
});

test('a line is whose version it came with, until it is changed', () => {
  const { writers } = written(['a\nb\nc\n', null], ['a\nB\nc\nd\n', 'anna'], ['a\nB\nC\nd\ne\n', 'ben']);
  expect(writers).toEqual([null, 'anna', 'ben', 'anna', 'ben']);
});

test('what somebody unknown changed afterwards is nobody’s, and what they left keeps its writer', () => {
  expect(written(['a\nb\n', 'anna'], ['0\na\nB\n', null]).writers).toEqual([null, 'anna', null]);
});

test('a text without anything in common that is too long to compare is nobody’s, not the last writer’s', () => {
  const lines = (odd: string) => Array.from({ length: 900 }, (_, n) => (n % 2 === 0 ? 'x' : odd)).join('\n');
  const match = matchLines(plainLines(`a\n${lines('y')}\nb`), plainLines(`a\n${lines('z')}\nb`));
  expect([match[0], match[2], match.at(-1)]).toEqual([0, UNKNOWN, 901]);
  expect(written([lines('y'), null], [lines('z'), 'anna']).writers).not.toContain('anna');
});

test('a long text of which every second line was written anew is told line by line', () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`);
  const after = lines.map((line, n) => (n % 2 === 0 ? line : `new ${n}`));
  expect([...matchLines(lines, after)]).toEqual(lines.map((_, n) => (n % 2 === 0 ? n : NEW)));
});

const some = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 14 });

test('law: matched lines are the same lines in the same order, and a text is all itself', () => {
  fc.assert(
    fc.property(some, some, (before, after) => {
      const match = matchLines(before, after);
      let last = -1;
      for (const [i, from] of match.entries()) {
        if (from < 0) continue;
        expect(before[from]).toBe(after[i]);
        expect(from).toBeGreaterThan(last);
        last = from;
      }
      expect([...matchLines(before, before)]).toEqual(before.map((_, n) => n));
      // Short texts are always known whole.
      expect([...match]).not.toContain(UNKNOWN);
    }),
  );
});

/** How many lines two texts have in common at most, by the table of all beginnings. */
function common(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    for (const [i, other] of after.entries())
      next.push(line === other ? (row[i] ?? 0) + 1 : Math.max(row[i + 1] ?? 0, next[i] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('law: where no line is a landmark, as many lines are kept as can be', () => {
  fc.assert(
    fc.property(some, some, (before, after) => {
      expect(keptLines(before, after, 1_000)).toHaveLength(common(before, after));
      expect(keptLines(['x', ...before], ['y', ...after], 1)).toBeUndefined();
    }),
  );
});

/** A writer takes some lines out and puts others in, which nobody wrote before. */
const change = fc.record({
  writer: fc.constantFrom('anna', 'ben', null),
  out: fc.array(fc.nat(40), { maxLength: 8 }),
  puts: fc.array(fc.record({ at: fc.nat(40), count: fc.integer({ min: 1, max: 30 }) }), { maxLength: 5 }),
});

test('law: with lines that are told apart, each is exactly its writer’s, whoever came after', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), changes => {
      let n = 0;
      let told: { readonly line: string; readonly writer: string | null }[] = [];
      let text: WrittenText<string> = NOTHING_WRITTEN;
      for (const { writer, out, puts } of changes) {
        told = told.filter((_, at) => !out.includes(at));
        for (const { at, count } of puts) {
          const added = Array.from({ length: count }, () => ({ line: `line ${n++}`, writer }));
          told.splice(at % (told.length + 1), 0, ...added);
        }
        text = carriedTo(text, { lines: told.map(({ line }) => line), writer });
      }
      expect(text.writers).toEqual(told.map(({ writer }) => writer));
    }),
  );
});

test('law: of lines that look alike, no writer has more than they ever wrote', () => {
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), versions => {
      let text: WrittenText<string> = NOTHING_WRITTEN;
      const most = new Map<string, number>();
      for (const [i, lines] of versions.entries()) {
        const before = text;
        text = carriedTo(text, { lines, writer: `w${i}` });
        const match = matchLines(before.lines, lines);
        for (const [at, line] of lines.entries())
          if (match[at] === NEW) most.set(`w${i} ${line}`, (most.get(`w${i} ${line}`) ?? 0) + 1);
        for (const line of new Set(lines))
          for (let w = 0; w <= i; w++) {
            const has = lines.filter((each, at) => each === line && text.writers[at] === `w${w}`).length;
            expect(has).toBeLessThanOrEqual(most.get(`w${w} ${line}`) ?? 0);
          }
      }
    }),
  );
});
