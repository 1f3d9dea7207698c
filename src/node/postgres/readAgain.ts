import type { LiveJournal } from '../../core/journal/liveJournal';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';

/** How long a log that could not be read is left alone (chosen here, as for one that is away). */
const PAUSE_MS = 5_000;

/** Takes in what is there as soon as it can be read, and tells of it once. */
export function readAgain(journal: LiveJournal, clock: Clock, isRead: () => void): Disposable {
  let isDisposed = false;
  let timer: Disposable | undefined;
  const look = async (): Promise<void> => {
    try {
      await journal.catchUp();
    } catch {
      // Whoever calls meanwhile hears why.
      return wait();
    }
    if (!isDisposed) isRead();
  };
  const wait = (): void => {
    if (!isDisposed) timer = clock.after(PAUSE_MS, () => void look());
  };
  wait();
  return {
    dispose() {
      isDisposed = true;
      timer?.dispose();
    },
  };
}
