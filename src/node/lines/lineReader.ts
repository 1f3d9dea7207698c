/** Longest line a server may write, in bytes; a longer one is dropped, the server stays. */
export const MAX_LINE_BYTES = 32 * 1_048_576;

/** A line that has not ended after this many bytes never will: whoever writes it is broken. */
export const ENDLESS_LINE_BYTES = 2 * MAX_LINE_BYTES;

/** What is kept of either end of a dropped line, in bytes: enough to see whose answer it was. */
const EDGE_BYTES = 2_048;

/** A buffer above this size is let go of after its line, in bytes: one big answer does not cost its memory for ever. */
const KEPT_BUFFER_BYTES = 1_048_576;

/**
 * Lines of a chunk that are told in one turn of the event loop, before the rest. Their answers leave while the rest is handled, so that
 * client, program, and server work in parallel. In one turn, 8 calls in flight took a quarter longer (docs/dev/gateway.md, What a call costs).
 */
const LINES_AT_ONCE = 4;

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** How long lines may be, in bytes. */
export interface LineLimits {
  /** A longer line is dropped. */
  readonly maxBytes: number;
  /** A line that goes on beyond this never ends. */
  readonly endlessBytes: number;
}

const SERVER_LINES: LineLimits = { maxBytes: MAX_LINE_BYTES, endlessBytes: ENDLESS_LINE_BYTES };

/** What becomes of the bytes. */
export interface LineEvents {
  /** A line with something in it, without the white space around it. */
  readonly onLine: (line: string) => void;
  /** A line was too long. Both ends of it, for whoever waits for it. */
  readonly onDropped: (head: string, tail: string) => void;
  /** A line went on beyond `endlessBytes`. Nothing is read any more. */
  readonly onEndless?: () => void;
}

/**
 * Cuts a byte stream into lines, in time linear in what comes, however small the chunks are. Holds at most twice
 * what a line may have.
 */
export class LineReader {
  readonly #events: LineEvents;
  readonly #limits: LineLimits;
  #waiting: Buffer[] = [];
  #buffer = NOTHING;
  /** Bytes of the line so far, dropped ones too. */
  #sizeBytes = 0;
  #dropped: { readonly head: Buffer; tail: Buffer } | undefined;

  constructor(events: LineEvents, limits = SERVER_LINES) {
    this.#events = events;
    this.#limits = limits;
  }

  /** Takes bytes as they come, and tells of the lines that they end: some now, the rest in the next turn of the event loop. */
  push(chunk: Buffer): void {
    if (this.#waiting.length > 0) this.#waiting.push(chunk);
    else this.#read(chunk, LINES_AT_ONCE);
  }

  /** Tells at once what waits for its turn. To be called where the stream ends. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const chunk of waiting) this.#read(chunk, Infinity);
  }

  /** Tells of so many lines, and lets the rest wait for the next turn of the event loop. */
  #read(chunk: Buffer, most: number): void {
    let start = 0;
    let told = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const part = chunk.subarray(start, end);
      // Most lines lie in one chunk: they are not copied.
      if (this.#sizeBytes === 0) this.#tell(part);
      else {
        this.#take(part);
        this.#endLine();
      }
      start = end + 1;
      if (++told === most && start < chunk.length) return this.#wait(chunk.subarray(start));
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #wait(rest: Buffer): void {
    this.#waiting = [rest];
    setImmediate(() => this.flush());
  }

  #take(part: Buffer): void {
    const sizeBytes = this.#sizeBytes + part.length;
    const { maxBytes, endlessBytes } = this.#limits;
    if (this.#sizeBytes > endlessBytes) return;
    if (sizeBytes <= maxBytes) this.#append(part);
    else this.#drop(part);
    this.#sizeBytes = sizeBytes;
    if (sizeBytes > endlessBytes) this.#events.onEndless?.();
  }

  #append(part: Buffer): void {
    const sizeBytes = this.#sizeBytes + part.length;
    if (sizeBytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(
        Math.max(sizeBytes, Math.min(2 * this.#buffer.length, this.#limits.maxBytes)),
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
    const isEndless = this.#sizeBytes > this.#limits.endlessBytes;
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
