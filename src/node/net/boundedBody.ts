import { Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutgoingFailure } from './outgoingFailure';

const CARRIAGE_RETURN = 0x0d;
const NEWLINE = 0x0a;

/** Lets at most so many bytes through. In a stream of events the count begins anew with each event: the stream may go on for ever. */
export class ByteCap extends Transform {
  readonly #maxBytes: number;
  readonly #isPerEvent: boolean;
  readonly #host: string;
  #sizeBytes = 0;
  /** The byte before this one ended a line. */
  #isLineStart = true;
  #wasReturn = false;

  constructor(maxBytes: number, isPerEvent: boolean, host: string) {
    super();
    this.#maxBytes = maxBytes;
    this.#isPerEvent = isPerEvent;
    this.#host = host;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const isTooLarge = this.#isPerEvent
      ? this.#countEvents(chunk)
      : (this.#sizeBytes += chunk.length) > this.#maxBytes;
    if (isTooLarge)
      done(new OutgoingFailure('too-large', `${this.#host} sent more than ${this.#maxBytes} bytes at once.`));
    else done(null, chunk);
  }

  /** Whether an event in the chunk is too large. Events end with an empty line, whichever line ends are used. */
  #countEvents(chunk: Buffer): boolean {
    for (const byte of chunk) {
      if (byte === NEWLINE && this.#wasReturn) {
        this.#wasReturn = false;
        continue; // The second half of a line end.
      }
      this.#wasReturn = byte === CARRIAGE_RETURN;
      const isEnd = byte === CARRIAGE_RETURN || byte === NEWLINE;
      if (isEnd && this.#isLineStart) this.#sizeBytes = 0;
      else if (++this.#sizeBytes > this.#maxBytes) return true;
      this.#isLineStart = isEnd;
    }
    return false;
  }
}

/** What turns an encoded body back, one piece at a time; undefined where nothing has to be. @throws {OutgoingFailure} bad-encoding */
export function decoderOf(encoding: string | undefined, host: string): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new OutgoingFailure('bad-encoding', `${host} answered in an encoding that nobody asked for.`);
  }
}
