import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';

/** Something that may become a notification. */
export interface News {
  /** One kind of thing: what comes later takes the place of what still waits. */
  readonly id: string;
  /** Shows it, and resolves when it was closed. Undefined where there is nothing to tell any more. */
  readonly show: () => Promise<unknown> | undefined;
}

/** Notifications in any hour. */
const PER_HOUR = 3;
const HOUR_MS = 3_600_000;
/** VS Code puts a toast away by itself after some seconds, and tells nobody. */
const SHOWN_MS = 30_000;

/** Lets news through one at a time and three an hour. What has to wait is asked again when its turn comes. */
export class ToastPace implements Disposable {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, News & { readonly dueMs: number }>();
  #shownAtMs: readonly number[] = [];
  #turn: Disposable | undefined;
  #open: Disposable | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `gatherMs`: how long to wait for more of the same, from the first on. */
  tell(news: News, gatherMs = 0): void {
    const dueMs = this.#waiting.get(news.id)?.dueMs ?? this.#clock.monotonicMs() + gatherMs;
    this.#waiting.set(news.id, { ...news, dueMs });
    this.#next();
  }

  dispose(): void {
    this.#waiting.clear();
    this.#turn?.dispose();
    this.#open?.dispose();
  }

  #next(): void {
    this.#turn?.dispose();
    this.#turn = undefined;
    const [first] = [...this.#waiting.values()].sort((a, b) => a.dueMs - b.dueMs);
    if (first === undefined || this.#open !== undefined) return;
    const now = this.#clock.monotonicMs();
    const waitMs = Math.max(first.dueMs, this.#placeAtMs(now)) - now;
    if (waitMs > 0) {
      this.#turn = this.#clock.after(waitMs, () => this.#next());
      return;
    }
    this.#waiting.delete(first.id);
    this.#show(first, now);
  }

  /** When one more may be shown. */
  #placeAtMs(now: number): number {
    this.#shownAtMs = this.#shownAtMs.filter(at => now - at < HOUR_MS);
    const [oldest] = this.#shownAtMs;
    return oldest === undefined || this.#shownAtMs.length < PER_HOUR ? now : oldest + HOUR_MS;
  }

  #show(news: News, now: number): void {
    const closed = news.show();
    if (closed === undefined) return this.#next();
    this.#shownAtMs = [...this.#shownAtMs, now];
    const goOn = (): void => {
      if (this.#open !== open) return;
      open.dispose();
      this.#open = undefined;
      this.#next();
    };
    const open = this.#clock.after(SHOWN_MS, goOn);
    this.#open = open;
    void closed.then(goOn, goOn); // Whoever shows it answers for its buttons.
  }
}
