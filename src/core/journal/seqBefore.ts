import type { Instant } from '../support/clock';
import type { Journal } from './journal';

/** Two windows may disagree about the time by so much, in milliseconds (chosen here). */
const CLOCK_MS = 60_000;

/** An event of the journal before which nothing can have happened that began at this time: halving what is left each time. */
export async function seqBefore(
  journal: Pick<Journal, 'seq' | 'eventsAfter'>,
  since: Instant,
): Promise<number> {
  let low = 0;
  let high = journal.seq;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await journal.eventsAfter(middle, 1);
    if (event === undefined || event.ts >= since - CLOCK_MS) high = middle;
    else low = Math.max(event.seq ?? 0, middle + 1);
  }
  return low;
}
