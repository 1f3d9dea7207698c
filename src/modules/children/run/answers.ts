import { untilAborted } from '../../../core/support/abort';
import type { Clock } from '../../../core/support/clock';
import type { LogLine } from '../model/childTypes';

/** A message that a child was sent. */
export interface Sent {
  /** Number of the last line before it. */
  readonly before: number;
  /** The line that answers it; undefined where the child ended without one. Never rejects. */
  readonly answer: Promise<LogLine | undefined>;
  /** Its answer, if it comes in time. @throws the signal's reason */
  within(timeoutMs: number, signal: AbortSignal): Promise<LogLine | undefined>;
}

/** The messages that a program has and did not answer. It answers them in the order in which it was sent them. */
export class Answers {
  readonly #clock: Clock;
  readonly #open: PromiseWithResolvers<LogLine | undefined>[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get open(): number {
    return this.#open.length;
  }

  /** A message is about to be sent. `withdraw`: it was not. */
  expect(before: number): { readonly sent: Sent; readonly withdraw: () => void } {
    const waiting = Promise.withResolvers<LogLine | undefined>();
    this.#open.push(waiting);
    const { promise: answer } = waiting;
    return {
      sent: { before, answer, within: async (...wait) => await this.#within(answer, ...wait) },
      withdraw: () => {
        const at = this.#open.indexOf(waiting);
        if (at !== -1) this.#open.splice(at, 1);
      },
    };
  }

  /** The oldest message is answered. */
  came(line: LogLine): void {
    this.#open.shift()?.resolve(line);
  }

  /** No more answers come. `line`: what stands for each of them. */
  end(line: LogLine | undefined): void {
    for (const { resolve } of this.#open.splice(0)) resolve(line);
  }

  async #within(answer: Sent['answer'], timeoutMs: number, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = this.#clock.after(timeoutMs, () => resolve(undefined));
    try {
      return await untilAborted(Promise.race([answer, promise]), signal);
    } finally {
      timer.dispose();
    }
  }
}
