import type { Clock } from '../../core/support/clock';

/** How long the first list of tools waits for servers that come up, in milliseconds (chosen here: below what clients wait to start). */
const PATIENCE_MS = 4_000;

/**
 * What lists of tools wait for: the start, but at most 4 s from the first list on. Clients that ask only once see the tools of
 * most servers then; the others are told when there are more.
 * @param started never rejects
 */
export function waitAtFirstList(started: Promise<void>, clock: Clock): () => Promise<void> {
  let wait: Promise<void> | undefined;
  return () => {
    wait ??= new Promise(resolve => {
      const timer = clock.after(PATIENCE_MS, resolve);
      void started.then(() => {
        timer.dispose();
        resolve();
      });
    });
    return wait;
  };
}
