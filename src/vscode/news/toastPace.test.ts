import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoppedClock } from '../../../test/support/stoppedClock';
import { ToastPace } from './toastPace';

/** A pace whose toasts are written down with the second they were shown in; `close` closes the one that is open. */
function world() {
  const clock = new StoppedClock();
  const pace = new ToastPace(clock);
  const shown: string[] = [];
  const open: { close: () => void }[] = [];
  const tell = (id: string, gatherMs = 0, text: () => string | undefined = () => id): void =>
    pace.tell(
      {
        id,
        show: () => {
          const words = text();
          if (words === undefined) return undefined;
          shown.push(`${clock.monotonicMs() / 1_000}: ${words}`);
          return new Promise<void>(close => open.push({ close }));
        },
      },
      gatherMs,
    );
  const close = async (): Promise<void> => {
    open.pop()?.close();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { clock, pace, shown, open, tell, close };
}

test('tells of what comes within ten seconds once, with what holds by then', () => {
  const { clock, shown, tell } = world();
  let count = 0;
  for (let at = 0; at < 4; at++) {
    count++;
    tell('review', 10_000, () => `${count} to review`);
    clock.advance(3_000);
  }
  expect(shown).toEqual(['10: 4 to review']);
});

test('shows one at a time: the next when the first was closed, or was put away by itself', async () => {
  const { clock, shown, tell, close } = world();
  for (const id of ['a', 'b', 'c']) tell(id);
  expect(shown).toEqual(['0: a']);
  await close();
  expect(shown).toEqual(['0: a', '0: b']);
  clock.advance(30_000);
  expect(shown).toEqual(['0: a', '0: b', '30: c']);
});

test('leaves out what is no longer true when its turn comes, and it costs nobody a place', async () => {
  const { shown, tell, close } = world();
  tell('a');
  let isTrue = true;
  tell('b', 0, () => (isTrue ? 'b' : undefined));
  tell('c');
  isTrue = false;
  await close();
  expect(shown).toEqual(['0: a', '0: c']);
});

test('shows nothing more once it is disposed', async () => {
  const { clock, pace, shown, tell, close } = world();
  for (const id of ['a', 'b']) tell(id);
  pace.dispose();
  await close();
  clock.advance(3_600_000);
  expect(shown).toEqual(['0: a']);
});

test('never shows more than three in any hour, whatever comes and however fast they are closed', async () => {
  const step = fc.oneof(
    fc.record({ tell: fc.nat({ max: 5 }), gather: fc.constantFrom(0, 10_000) }),
    fc.record({ advance: fc.nat({ max: 1_800_000 }) }),
    fc.constant('close' as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
      const { clock, shown, tell, close } = world();
      for (const each of steps) {
        if (each === 'close') await close();
        else if ('tell' in each) tell(String(each.tell), each.gather);
        else clock.advance(each.advance);
      }
      // In whole milliseconds: sums of decimal seconds would be a hair too large or small.
      const times = shown.map(line => Math.round(Number.parseFloat(line) * 1_000));
      for (const at of times) {
        expect(times.filter(other => other >= at && other < at + 3_600_000).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});
