import type { Progress } from '../../core/gateway/upstream/upstream';
import type { Clock } from '../../core/support/clock';

/** How often whoever waits is told that it goes on, in milliseconds (chosen here). */
const EVERY_MS = 2_000;

/** Waits for the work, and tells every two seconds for how long it has gone on. What it tells is seconds, and words for them. */
export async function whileTelling<T>(
  clock: Clock,
  onProgress: ((progress: Progress) => void) | undefined,
  words: (seconds: number) => string,
  work: Promise<T>,
): Promise<T> {
  let seconds = 0;
  const next = () =>
    clock.after(EVERY_MS, () => {
      seconds += EVERY_MS / 1_000;
      onProgress?.({ progress: seconds, message: words(seconds) });
      timer = next();
    });
  let timer = next();
  try {
    return await work;
  } finally {
    timer.dispose();
  }
}
