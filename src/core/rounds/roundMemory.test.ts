import { expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { testCore } from '../../../test/support/testCore';
import type { Instant } from '../support/clock';
import { RoundKeeper } from './roundKeeper';
import { historyOf, roundMemory, type RoundMemoryWish } from './roundMemory';

const DAY_MS = 86_400_000;
const says = (content: string) => [{ role: 'assistant', content } as const];

/** The state of the domain, with wishes at a time of the test's. */
function memory() {
  const state = roundMemory.create();
  const wish = (asked: RoundMemoryWish, at = 0) => {
    const facts = roundMemory.decide(state, asked, at as Instant);
    for (const fact of facts) roundMemory.evolve(state, fact, at as Instant);
    return facts;
  };
  const keep = (id: string, parent: string | null, text = id, at = 0) =>
    wish({ verb: 'keep', id, parent, messages: says(text) }, at);
  return { state, wish, keep };
}

test('a response has the history of those before it, each kept once', () => {
  const { state, keep } = memory();
  keep('a', null);
  keep('b', 'a');
  keep('c', 'a');
  expect(historyOf(state, 'b')).toEqual([...says('a'), ...says('b')]);
  expect(historyOf(state, 'c')).toEqual([...says('a'), ...says('c')]);
  expect(historyOf(state, 'none')).toBeUndefined();
});

test('the threads that were not used for longest go as wholes when there is too much; the one that goes on stays', () => {
  const { state, keep } = memory();
  keep('old', null, 'x'.repeat(3_000_000), 1);
  keep('other', null, 'x'.repeat(600_000), 2);
  keep('old 2', 'old', 'x'.repeat(300_000), 3);
  expect([...state.responses.keys()]).toEqual(['old', 'other', 'old 2']);
  keep('old 3', 'old 2', 'x'.repeat(300_000), 4);
  expect([...state.responses.keys()]).toEqual(['old', 'old 2', 'old 3']);
  for (let i = 0; i < 600; i += 1) keep(`many ${i}`, null, '', 5 + i);
  expect(state.responses.size).toBe(500);
  expect(historyOf(state, 'old 3')).toBeUndefined();
});

test('a response is measured when it is kept, not with each later one', () => {
  const { wish } = memory();
  let measured = 0;
  for (let i = 0; i < 50; i += 1) {
    const toJSON = () => {
      measured += 1;
      return {};
    };
    const message = { role: 'assistant', content: '', toJSON } as const;
    wish({ verb: 'keep', id: `r${i}`, parent: null, messages: [message] });
  }
  // Once as what is to be kept, and once as what is kept.
  expect(measured).toBeLessThanOrEqual(100);
});

test('a call begins once, and its answer is kept; the oldest of too many are forgotten', () => {
  const { state, wish } = memory();
  expect(wish({ verb: 'begin', key: 'k' })).toHaveLength(1);
  expect(wish({ verb: 'begin', key: 'k' })).toEqual([]);
  expect(state.calls.get('k')?.content).toBeNull();
  wish({ verb: 'answer', key: 'k', content: 'Done.', isError: false });
  expect(state.calls.get('k')).toEqual({ key: 'k', content: 'Done.', at: expect.any(Number) });
  wish({ verb: 'begin', key: 'bad' });
  wish({ verb: 'answer', key: 'bad', content: 'No.', isError: true });
  expect(state.calls.get('bad')).toMatchObject({ content: 'No.', isError: true });
  for (let i = 0; i < 600; i += 1) wish({ verb: 'begin', key: `k${i}` });
  expect(state.calls.size).toBe(500);
  expect(state.calls.has('k')).toBe(false);
});

test('after 30 days both are forgotten, a thread by its last use', () => {
  const { state, wish, keep } = memory();
  keep('a', null, 'a', 0);
  keep('b', 'a', 'b', 20 * DAY_MS);
  keep('c', null, 'c', 0);
  wish({ verb: 'begin', key: 'k' }, 0);
  expect(roundMemory.tidy?.(state, (29 * DAY_MS) as Instant, 'usual')).toBeUndefined();
  const due = roundMemory.tidy?.(state, (31 * DAY_MS) as Instant, 'usual');
  if (due) wish(due, 31 * DAY_MS);
  expect([...state.responses.keys()]).toEqual(['a', 'b']);
  expect([...state.calls.keys()]).toEqual([]);
});

test('a journal that cannot be written keeps no round from running, and its words stay out of the log', async () => {
  const core = await testCore();
  const log = new KeptLog();
  const broken = { ...core.journal, commit: () => Promise.reject(new Error('no room for SECRET')) };
  const keeper = new RoundKeeper({ ...core, journal: broken, log });
  await keeper.keep({ id: 'r', parent: null, messages: says('SECRET') });
  expect(await keeper.begin('k')).toBeUndefined();
  await keeper.answer('k', 'SECRET', false);
  expect(JSON.stringify(log)).not.toContain('SECRET');
  expect(log.lines).toHaveLength(3);
});
