/** Longest line a server may write, in bytes; a longer one is dropped, the server stays (security.md 0.6). */
const MAX_LINE_BYTES = 32 * 1_048_576;

const NEWLINE = 0x0a;

/** Cuts a byte stream into lines, in time linear in what comes: each byte is looked at once and copied once. */
export class LineReader {
  readonly #onLine: (line: string) => void;
  readonly #onDropped: () => void;
  #parts: Buffer[] = [];
  #sizeBytes = 0;
  #isDropping = false;

  constructor(onLine: (line: string) => void, onDropped: () => void) {
    this.#onLine = onLine;
    this.#onDropped = onDropped;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#take(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #take(part: Buffer): void {
    if (this.#isDropping) return;
    this.#sizeBytes += part.length;
    if (this.#sizeBytes <= MAX_LINE_BYTES) {
      this.#parts.push(part);
      return;
    }
    this.#isDropping = true;
    this.#parts = [];
    this.#onDropped();
  }

  #endLine(): void {
    // Decoded only when the line is whole: a character may be split between two chunks.
    const line = this.#isDropping ? '' : Buffer.concat(this.#parts).toString('utf8').trim();
    this.#parts = [];
    this.#sizeBytes = 0;
    this.#isDropping = false;
    if (line !== '') this.#onLine(line);
  }
}
