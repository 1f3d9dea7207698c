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

test('what a runner of suites, and a program that ends, say of themselves is no figure', () => {
  const said =
    "scale: VS Code's server in headless Chromium\nscale: ready 1 ms\nscale: ✔ it is quick (1 ms)\n";
  const ended = 'scale: 1 passed, 0 failed\nExit code:   0\nSwitchyard ended: SIGTERM came.\n';
  expect(figuresIn(said + ended)).toBe('scale: ready 1 ms');
});

test('a run replaces the figures of its benchmarks and leaves the others', () => {
  const page = pageWith(pageWith('# Figures\n\nWords.\n', 'a', 'one'), 'b', 'two');
  const again = pageWith(page, 'a', 'three');
  expect(again).toBe(page.replace('one', 'three'));
  expect(again).toContain('two');
});
