/** Runs out when nothing happened for a while. It stands still while somebody else is waited for. */
export class IdleLimit {
  readonly #limitMs: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;
  #paused = 0;

  /** Counts from now. */
  constructor(limitMs: number, onIdle: () => void) {
    this.#limitMs = limitMs;
    this.#onIdle = onIdle;
    this.touch();
  }

  /** Something happened: counts from the start again. */
  touch(): void {
    clearTimeout(this.#timer);
    if (this.#paused === 0) this.#timer = setTimeout(this.#onIdle, this.#limitMs);
  }

  /** Stands still until as many `resume` came. */
  pause(): void {
    this.#paused += 1;
    clearTimeout(this.#timer);
  }

  resume(): void {
    this.#paused -= 1;
    this.touch();
  }

  /** Never runs out any more. */
  dispose(): void {
    this.#paused += 1;
    clearTimeout(this.#timer);
  }
}
