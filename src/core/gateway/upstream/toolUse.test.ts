import { expect, test } from 'vitest';
import { ToolUse } from './toolUse';

const answer = (text: string) => ({
  content: [
    { type: 'text', text },
    { type: 'image', data: 'xxxx' },
  ],
});

test('tells calls, errors, times and tokens of a tool', () => {
  const use = new ToolUse();
  expect(use.of('files', 'read')).toBeUndefined();
  for (let ms = 1; ms <= 100; ms++) use.note('files', 'read', ms, ms > 97, answer('x'.repeat(40)));
  expect(use.of('files', 'read')).toEqual({ calls: 100, errors: 3, p50Ms: 50, p95Ms: 95, tokens: 1_000 });
  expect(use.of('other', 'read')).toBeUndefined();
});

test('takes times from the newest calls, and all other figures from all', () => {
  const use = new ToolUse();
  for (let i = 0; i < 1_000; i++) use.note('files', 'read', 1_000, true, undefined);
  for (let i = 0; i < 128; i++) use.note('files', 'read', 5, false, undefined);
  expect(use.of('files', 'read')).toMatchObject({ calls: 1_128, errors: 1_000, p50Ms: 5, p95Ms: 5 });
});

test('forgets the tools that were used longest ago: what a server names can’t fill the memory', () => {
  const use = new ToolUse();
  use.note('files', 'first', 1, false, undefined);
  use.note('files', 'second', 1, false, undefined);
  for (let i = 0; i < 999; i++) use.note('files', `tool${i}`, 1, false, undefined);
  expect(use.of('files', 'first')).toBeUndefined();
  expect(use.of('files', 'second')).toBeDefined();
});

test.each([null, 'text', { content: 'text' }, { content: [null, 7, { text: 3 }] }])(
  '%j costs nothing',
  result => {
    const use = new ToolUse();
    use.note('files', 'odd', 1, false, result);
    expect(use.of('files', 'odd')?.tokens).toBe(0);
  },
);

test('adds up the tools of a server, and of no server whose name begins like it', () => {
  const use = new ToolUse();
  expect(use.ofServer('files')).toBeUndefined();
  use.note('files', 'read', 10, false, answer('x'.repeat(40)));
  for (let ms = 20; ms <= 40; ms += 10) use.note('files', 'write', ms, ms === 40, answer('x'.repeat(4)));
  use.note('files2', 'read', 1_000, true, undefined);
  expect(use.ofServer('files')).toEqual({ calls: 4, errors: 1, p50Ms: 20, p95Ms: 40, tokens: 13 });
});
