import { expect, test } from 'vitest';
import { JoinedSignal } from './joinedSignal';

test('fires with the reason of the first of its sources, now or later', () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const joined = new JoinedSignal(one.signal, two.signal);
  expect(joined.signal.aborted).toBe(false);
  two.abort('two');
  one.abort('one');
  expect([joined.signal.aborted, joined.signal.reason]).toEqual([true, 'two']);
  expect(new JoinedSignal(one.signal).signal.reason).toBe('one');
});

test('no longer fires once it was let go', () => {
  const source = new AbortController();
  const joined = new JoinedSignal(source.signal);
  joined.dispose();
  source.abort('late');
  expect(joined.signal.aborted).toBe(false);
});
