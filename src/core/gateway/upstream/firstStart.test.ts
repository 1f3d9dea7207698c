import { expect, test } from 'vitest';
import { StoppedClock } from '../../../../test/support/stoppedClock';
import { FirstStart } from './firstStart';

function prepared() {
  const clock = new StoppedClock();
  const seen = { prepared: 0, rehearsed: 0 };
  const connector = { prepare: () => void (seen.prepared += 1) };
  const rehearse = async () => void (seen.rehearsed += 1);
  return { clock, seen, firstStart: new FirstStart({ clock, connector, rehearse }) };
}

test('is readied once, when the clients that came are quiet', () => {
  const { clock, seen, firstStart } = prepared();
  firstStart.prepareSoon();
  clock.advance(100);
  firstStart.prepareSoon();
  clock.advance(100);
  expect(seen.prepared).toBe(0);
  clock.advance(50);
  expect(seen.prepared).toBe(1);
  firstStart.prepareSoon();
  clock.advance(1_000);
  expect(seen).toEqual({ prepared: 1, rehearsed: 1 });
});

test('a server that comes up earlier has it readied at once; after the end nothing is', () => {
  const early = prepared();
  early.firstStart.prepareSoon();
  early.firstStart.prepare();
  early.clock.advance(1_000);
  expect(early.seen.prepared).toBe(1);

  const ended = prepared();
  ended.firstStart.prepareSoon();
  ended.firstStart.dispose();
  ended.clock.advance(1_000);
  expect(ended.seen.prepared).toBe(0);
});
