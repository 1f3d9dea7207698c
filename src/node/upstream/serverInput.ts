import type { Writable } from 'node:stream';
import { Refusal } from '../../core/support/refusal';
import { writeTogether } from '../lines/writeTogether';

/** What may wait for a server to read it, in bytes. */
const MOST_WAITING_BYTES = 16 * 1_048_576;

/** How long a message may wait until it is read, in milliseconds. */
const READ_WITHIN_MS = 10_000;

/** The stdin of a server, which may never read it. */
export class ServerInput {
  readonly #server: string;
  readonly #stdin: Writable;

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
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(this.#late()), READ_WITHIN_MS).unref();
    try {
      await Promise.race([this.#written(line), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #written(line: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      writeTogether(this.#stdin, line, error => (error ? reject(error) : resolve()));
    });
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
