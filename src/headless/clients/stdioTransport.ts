import type { Readable, Writable } from 'node:stream';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { boundedMessage } from '../../mcp/clients/boundedMessage';
import { LineReader } from '../../node/lines/lineReader';
import { writeTogether } from '../../node/lines/writeTogether';
import { type ClientReading, MAX_CLIENT_MESSAGE_BYTES, readClientLine, readDroppedLine } from './clientLine';

/** What may wait for a client that does not read, in bytes, before we read no more of it (chosen here). */
const MAX_WAITING_BYTES = 16 * 1_048_576;

/** A line may be as long as it likes: it is dropped and answered, and costs no memory. */
const LINES = { maxBytes: MAX_CLIENT_MESSAGE_BYTES, endlessBytes: Infinity };

/**
 * Speaks to the client over stdin and stdout. Unlike the SDK's transport it outlives a message of any size, answers what it can't
 * take, and sees the client go.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Resolves when the client has gone. */
  readonly gone: Promise<void>;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #lines = new LineReader(
    {
      onLine: line => this.#take(readClientLine(line)),
      onDropped: (head, tail) => this.#take(readDroppedLine(head, tail)),
    },
    LINES,
  );
  readonly #onData = (chunk: Buffer): void => this.#lines.push(chunk);
  #isClosed = false;

  constructor(stdin: Readable, stdout: Writable) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.gone = new Promise(resolve => {
      // Not `once`: an error that nobody hears ends the process, and each write to a broken pipe tells of one.
      for (const event of ['end', 'close', 'error']) stdin.on(event, () => resolve());
      stdout.on('error', () => resolve());
    });
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#onData);
    this.#stdin.on('end', () => this.#lines.flush());
  }

  /** Resolves when the message has left us, or nobody is left to read it. @throws where a question is too long to be asked */
  async send(message: JSONRPCMessage): Promise<void> {
    const bounded = boundedMessage(message);
    if (bounded !== undefined) await this.write(bounded);
  }

  /** Writes a message that is JSON already. Resolves as `send` does, and never rejects. */
  async write(json: string): Promise<void> {
    await new Promise<void>(resolve => {
      writeTogether(this.#stdout, `${json}\n`, () => resolve());
      if (this.#stdout.writableLength > MAX_WAITING_BYTES) this.#pause();
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stdin.off('data', this.#onData);
    this.#stdin.pause();
    this.onclose?.();
  }

  #take(reading: ClientReading): void {
    if (this.#isClosed) return;
    if (reading.type === 'message') this.onmessage?.(reading.message);
    else if (reading.type === 'refused') void this.write(JSON.stringify(reading.answer));
  }

  /** A client that asks without reading the answers waits, instead of filling our memory. */
  #pause(): void {
    if (this.#stdin.isPaused()) return;
    this.#stdin.pause();
    this.#stdout.once('drain', () => {
      if (!this.#isClosed) this.#stdin.resume();
    });
  }
}
