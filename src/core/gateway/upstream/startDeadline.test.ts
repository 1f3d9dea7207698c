import { expect, test } from 'vitest';
import { entryOf } from '../../../../test/support/catalogWorld';
import { startDeadlineMs } from './startDeadline';

test('gives a server 15 s to start, one that may be downloaded 2 minutes, and what its entry says before that', () => {
  const launch = (command: string) => ({
    ...entryOf('a').launch,
    type: 'stdio' as const,
    command,
    args: [],
    env: {},
  });
  expect(startDeadlineMs(entryOf('a', { launch: launch('node') }))).toBe(15_000);
  expect(startDeadlineMs(entryOf('a', { launch: launch('npx') }))).toBe(120_000);
  expect(startDeadlineMs(entryOf('a', { launch: launch('npx'), startTimeoutMs: 5_000 }))).toBe(5_000);
});
