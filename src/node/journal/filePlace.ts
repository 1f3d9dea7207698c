import { type Stats, statSync } from 'node:fs';
import type { Clock } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';

/** How old our knowledge of the file's place may be: looking at every append costs a tenth of it (measured). */
export const LOOK_AGAIN_AFTER_MS = 100;

/** Notices that another window has put another file in our file's place: what we write then goes to the damaged one. */
export class FilePlace {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #file: Stats;
  #lookedMs: number;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
    this.#file = statSync(path);
    this.#lookedMs = clock.monotonicMs();
  }

  /** @throws {Refusal} journal-read-only where our file is no longer in its place */
  check(): void {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#lookedMs < LOOK_AGAIN_AFTER_MS) return;
    const file = this.#now();
    if (file?.ino === this.#file.ino && file.dev === this.#file.dev) {
      this.#lookedMs = nowMs;
      return;
    }
    throw new Refusal(
      'journal-read-only',
      "The file of this workspace's journal was moved, deleted or repaired by another window, so nothing was recorded. Reload the window.",
    );
  }
  #now(): Stats | undefined {
    try {
      return statSync(this.#path, { throwIfNoEntry: false });
    } catch (cause) {
      throw new Refusal(
        'journal-read-only',
        "The file of this workspace's journal can't be reached, so nothing was recorded. Make its folder accessible, then try again.",
        {},
        { cause },
      );
    }
  }
}
