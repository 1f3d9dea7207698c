import { untilAborted } from '../../../core/support/abort';
import type { Clock } from '../../../core/support/clock';
import { DisposableStore } from '../../../core/support/disposable';
import type { LogLine } from '../model/childTypes';
import type { ChildLog } from './childLog';

/** What is waited for, and until when. */
export interface LineWait {
  readonly fits: (line: LogLine) => boolean;
  /** Lines after this one count, also those that are there already. */
  readonly afterSeq: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Resolves when no more lines will come. */
  readonly over: Promise<unknown>;
}

/** The first line that fits; undefined where none comes in time, or no more will come. @throws the signal's reason */
export async function nextLine(
  log: ChildLog,
  { fits, afterSeq, timeoutMs, clock, over }: LineWait,
  signal: AbortSignal,
): Promise<LogLine | undefined> {
  const found = log.after(afterSeq, Infinity).find(fits);
  if (found !== undefined) return found;
  const { promise, resolve } = Promise.withResolvers<LogLine | undefined>();
  const owned = new DisposableStore();
  owned.add(log.onLine(line => void (fits(line) && resolve(line))));
  owned.add(clock.after(timeoutMs, () => resolve(undefined)));
  void over.then(() => resolve(undefined)); // Never rejects.
  try {
    return await untilAborted(promise, signal);
  } finally {
    owned.dispose();
  }
}
