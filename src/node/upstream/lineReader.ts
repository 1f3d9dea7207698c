/** Longest line a server may write, in bytes; a longer one is dropped, the server stays (security.md 0.6). */
export const MAX_LINE_BYTES = 32 * 1_048_576;

/** A line that has not ended after this many bytes never will: whoever writes it is broken. */
export const ENDLESS_LINE_BYTES = 2 * MAX_LINE_BYTES;

/** What is kept of either end of a dropped line, in bytes: enough to see whose answer it was. */
const EDGE_BYTES = 2_048;

/** A buffer above this size is let go of after its line, in bytes: one big answer does not cost its memory for ever. */
const KEPT_BUFFER_BYTES = 1_048_576;

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** What becomes of the bytes. */
export interface LineEvents {
  /** A line with something in it, without the white space around it. */
  readonly onLine: (line: string) => void;
  /** A line was too long. Both ends of it, for whoever waits for it. */
  readonly onDropped: (head: string, tail: string) => void;
  /** A line went on beyond `ENDLESS_LINE_BYTES`. Nothing is read any more. */
  readonly onEndless: () => void;
}

/**
 * Cuts a byte stream into lines, in time linear in what comes, however small the chunks are. Holds at most twice
 * `MAX_LINE_BYTES`.
 */
export class LineReader {
  readonly #events: LineEvents;
  #buffer = NOTHING;
  /** Bytes of the line so far, dropped ones too. */
  #sizeBytes = 0;
  #dropped: { readonly head: Buffer; tail: Buffer } | undefined;

  constructor(events: LineEvents) {
    this.#events = events;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, end);
      // Most lines lie in one chunk: they are not copied.
      if (this.#sizeBytes === 0) this.#tell(part);
      else {
        this.#take(part);
        this.#endLine();
      }
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #take(part: Buffer): void {
    const sizeBytes = this.#sizeBytes + part.length;
    if (this.#sizeBytes > ENDLESS_LINE_BYTES) return;
    if (sizeBytes <= MAX_LINE_BYTES) this.#append(part);
    else this.#drop(part);
    this.#sizeBytes = sizeBytes;
    if (sizeBytes > ENDLESS_LINE_BYTES) this.#events.onEndless();
  }

  #append(part: Buffer): void {
    const sizeBytes = this.#sizeBytes + part.length;
    if (sizeBytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(
        Math.max(sizeBytes, Math.min(2 * this.#buffer.length, MAX_LINE_BYTES)),
      );
      this.#buffer.copy(larger, 0, 0, this.#sizeBytes);
      this.#buffer = larger;
    }
    part.copy(this.#buffer, this.#sizeBytes);
  }

  #drop(part: Buffer): void {
    const before = this.#buffer.subarray(0, this.#sizeBytes);
    this.#dropped ??= { head: firstOf(before, part), tail: Buffer.from(before.subarray(-EDGE_BYTES)) };
    this.#dropped.tail = Buffer.concat([this.#dropped.tail, part.subarray(-EDGE_BYTES)]).subarray(
      -EDGE_BYTES,
    );
    this.#buffer = NOTHING;
  }

  #endLine(): void {
    const dropped = this.#dropped;
    const isEndless = this.#sizeBytes > ENDLESS_LINE_BYTES;
    const line = this.#buffer.subarray(0, this.#sizeBytes);
    if (this.#buffer.length > KEPT_BUFFER_BYTES) this.#buffer = NOTHING;
    this.#sizeBytes = 0;
    this.#dropped = undefined;
    if (dropped === undefined) this.#tell(line);
    else if (!isEndless) this.#events.onDropped(dropped.head.toString('utf8'), dropped.tail.toString('utf8'));
  }

  #tell(bytes: Buffer): void {
    // Decoded only when the line is whole: a character may be split between two chunks. A byte order mark is trimmed too.
    const line = bytes.toString('utf8').trim();
    if (line !== '') this.#events.onLine(line);
  }
}

function firstOf(before: Buffer, part: Buffer): Buffer {
  return Buffer.concat([before.subarray(0, EDGE_BYTES), part.subarray(0, EDGE_BYTES)]).subarray(
    0,
    EDGE_BYTES,
  );
}
