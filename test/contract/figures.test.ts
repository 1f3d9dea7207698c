import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Figures {
  figuresIn(output: string): string;
  pageWith(page: string, name: string, figures: string): string;
}

const { figuresIn, pageWith } = (await import(join(import.meta.dirname, '../bench/figures.mjs'))) as Figures;

/** What Node prints for `console.table`. */
const PRINTED = `┌─────────┬───────────┬─────────┐
│ (index) │ telemetry │ added % │
├─────────┼───────────┼─────────┤
│ 0       │ 'off'     │ '0.10'  │
│ 1       │ 'a|b'     │ 3       │
└─────────┴───────────┴─────────┘
on: the collector got 12 kB
`;

test('tables and lines that a benchmark prints become Markdown', () => {
  expect(figuresIn(PRINTED)).toBe(
    [
      '| telemetry | added % |',
      '| --- | --- |',
      '| off | 0.10 |',
      '| a\\|b | 3 |',
      '',
      'on: the collector got 12 kB',
    ].join('\n'),
  );
  expect(figuresIn(PRINTED + PRINTED).match(/^\| telemetry/gm)).toHaveLength(2);
});

test('a run replaces the figures of its benchmarks and leaves the others', () => {
  const page = pageWith(pageWith('# Figures\n\nWords.\n', 'a', 'one'), 'b', 'two');
  const again = pageWith(page, 'a', 'three');
  expect(again).toBe(page.replace('one', 'three'));
  expect(again).toContain('two');
});
