import type { Writable } from 'node:stream';
import { Refusal } from '../../core/support/refusal';
import { writeTogether } from '../lines/writeTogether';

/** What may wait for a server to read it, in bytes. */
const MOST_WAITING_BYTES = 16 * 1_048_576;

/** How long a message may wait until it is read, in milliseconds. */
const READ_WITHIN_MS = 10_000;

/** A message that the server has not taken yet. */
interface UnreadMessage {
  /** Monotonic. */
  readonly sinceMs: number;
  readonly reject: (reason: Refusal) => void;
}

/** The stdin of a server, which may never read it. */
export class ServerInput {
  readonly #server: string;
  readonly #stdin: Writable;
  readonly #unread = new Set<UnreadMessage>();
  #deadline: NodeJS.Timeout | undefined;

  constructor(server: string, stdin: Writable) {
    this.#server = server;
    this.#stdin = stdin;
  }

  /** Resolves when the message has left us. @throws {Refusal} upstream-stuck @throws the system's error when nobody can read it */
  async write(line: string): Promise<void> {
    if (!this.#stdin.writable) throw new Error('The server no longer reads.');
    if (this.#stdin.writableLength + Buffer.byteLength(line) > MOST_WAITING_BYTES) {
      throw this.#stuck(
        `more than ${MOST_WAITING_BYTES / 1_048_576} MiB would wait for it. Nothing was sent.`,
      );
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const message = { sinceMs: performance.now(), reject };
    this.#unread.add(message);
    // One timer for all that wait: nearly every message is taken at once.
    if (this.#deadline === undefined) this.#deadline = this.#after(READ_WITHIN_MS);
    writeTogether(this.#stdin, line, error => {
      this.#unread.delete(message);
      if (error) reject(error);
      else resolve();
    });
    await promise;
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#giveUpLateOnes(), ms).unref();
  }

  #giveUpLateOnes(): void {
    const nowMs = performance.now();
    this.#deadline = undefined;
    for (const message of this.#unread) {
      const leftMs = message.sinceMs + READ_WITHIN_MS - nowMs;
      // They are in the order in which they were written.
      if (leftMs > 0) return void (this.#deadline = this.#after(leftMs));
      this.#unread.delete(message);
      message.reject(this.#late());
    }
  }

  #late(): Refusal {
    return this.#stuck(
      `it did not take the message within ${READ_WITHIN_MS / 1_000} s, and may still take it later.`,
    );
  }

  #stuck(why: string): Refusal {
    return new Refusal(
      'upstream-stuck',
      `"${this.#server}" does not read its input: ${why} If it stays so, switch it off and on again.`,
      { server: this.#server },
    );
  }
}
