import type { Clock } from '../../../core/support/clock';
import type { Disposable } from '../../../core/support/disposable';
import type { Timeouts } from '../model/childTypes';

/** What silence means. */
export interface SilenceEvents {
  /** Nothing was heard for the idle time. */
  quiet(): void;
  /** Nothing was heard at work for the time of a heartbeat. */
  lost(): void;
}

/** Watches whether a child is still heard of. One timer that looks when it is due: a line costs nothing. */
export class Silence implements Disposable {
  readonly #clock: Clock;
  readonly #timeouts: Timeouts;
  readonly #events: SilenceEvents;
  #heardMs: number;
  #isAtWork = false;
  #timer: Disposable | undefined;

  constructor(clock: Clock, timeouts: Timeouts, events: SilenceEvents) {
    this.#clock = clock;
    this.#timeouts = timeouts;
    this.#events = events;
    this.#heardMs = clock.monotonicMs();
  }

  /** It was heard of, or given something to do. */
  heard(): void {
    this.#heardMs = this.#clock.monotonicMs();
  }

  /** Watches from now on. */
  watch(isAtWork: boolean): void {
    this.heard();
    this.#isAtWork = isAtWork;
    this.#arm();
  }

  dispose(): void {
    this.#timer?.dispose();
  }

  #arm(): void {
    this.#timer?.dispose();
    this.#timer = this.#clock.after(Math.max(1, this.#limitMs - this.#quietMs), () => this.#look());
  }

  #look(): void {
    const { idle_ms: idle, heartbeat_ms: heartbeat } = this.#timeouts;
    const quiet = this.#quietMs;
    if (this.#isAtWork && heartbeat !== undefined && quiet >= heartbeat) return this.#events.lost();
    // Then it is watched again when it is heard of or gets something to do.
    if (quiet >= idle && !(this.#isAtWork && heartbeat !== undefined)) return this.#events.quiet();
    if (quiet >= idle) this.#events.quiet();
    this.#arm();
  }

  get #quietMs(): number {
    return this.#clock.monotonicMs() - this.#heardMs;
  }

  get #limitMs(): number {
    const { idle_ms: idle, heartbeat_ms: heartbeat } = this.#timeouts;
    if (!this.#isAtWork || heartbeat === undefined) return idle;
    return this.#quietMs >= idle ? heartbeat : Math.min(idle, heartbeat);
  }
}
