import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventLog } from './eventLog';

test('gives what came after an event on its own stream, in order', () => {
  const streams = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(streams, fc.nat(), (names, pick) => {
      const log = new EventLog('tag');
      const events = names.map((name, n) => log.append(name, `data ${n}`));
      const at = pick % events.length;

      expect(log.after(events[at]!.id)).toEqual({
        stream: names[at],
        missed: events.filter((_, n) => n > at && names[n] === names[at]),
      });
    }),
  );
});

test('finds nothing for the id of another log, even where both hold the same events', () => {
  const [mine, other] = [new EventLog('mine'), new EventLog('other')];
  mine.append('a', 'my secret');
  mine.append('a', 'my secret');
  const { id } = other.append('a', 'theirs');
  expect(mine.after(id)).toBeUndefined();
  expect(mine.after('__proto__')).toBeUndefined();
});

test('forgets the oldest events when there are more than 256', () => {
  const log = new EventLog('tag');
  const [first, second] = [log.append('a', '1'), log.append('a', '2')];
  for (let n = 0; n < 255; n++) log.append('a', 'x');
  expect(log.after(first.id)).toBeUndefined();
  expect(log.after(second.id)?.missed).toHaveLength(255);
});

test('forgets the oldest events when they have more than 4 Mi characters, but never the newest', () => {
  const log = new EventLog('tag');
  const small = log.append('a', '1');
  const big = log.append('a', 'x'.repeat(5_000_000));
  expect(log.after(small.id)).toBeUndefined();
  expect(log.after(big.id)).toEqual({ stream: 'a', missed: [] });
  const next = log.append('a', '2');
  expect(log.after(big.id)).toBeUndefined();
  expect(log.after(next.id)).toEqual({ stream: 'a', missed: [] });
});
