/** Spans that are worth a document, and that are kept (chosen here, near what OpenTelemetry's own SDKs do): about 2.5 MB while a collector is away. */
export const ENOUGH = 512;
export const MAX_QUEUE = 4_096;
/** Arguments and results may be large: the same in bytes. */
const MAX_QUEUE_BYTES = 16_777_216;
/** Nothing is added to a document of this size: some collectors take no more than a megabyte. */
const FULL_BYTES = 786_432;
/** Of a document. What is not written yet takes no memory. */
const FIRST_BYTES = 1_048_576;
const MAX_SPARES = 3;
/** Bytes of a character at most. */
const MAX_CHARACTER = 3;

/** What stands before the spans of a document, and behind them. */
export interface DocumentFrame {
  readonly head: string;
  readonly tail: string;
}

/** A document that is being written. */
interface Batch {
  bytes: Buffer;
  used: number;
  spans: number;
  /** Nothing is added any more: it is being sent. */
  isSealed: boolean;
}

/**
 * Spans that wait, written into the documents in which they are sent: a buffer for each span cost a third of telemetry's time, most of it
 * where they are joined (measured).
 */
export class SpanQueue {
  readonly #frame: DocumentFrame;
  readonly #batches: Batch[] = [];
  /** Of documents that were sent: memory that is new costs more than what is written into it. */
  readonly #spares: Buffer[] = [];
  #length = 0;
  #bytes = 0;

  constructor(frame: DocumentFrame) {
    this.#frame = frame;
  }

  get length(): number {
    return this.#length;
  }

  /** @returns whether there was room for it */
  add(span: string): boolean {
    if (this.#length >= MAX_QUEUE || this.#bytes >= MAX_QUEUE_BYTES) return false;
    const batch = this.#open();
    this.#bytes += append(batch, batch.spans === 0 ? span : `,${span}`);
    batch.spans++;
    this.#length++;
    return true;
  }

  /** The oldest document, to which nothing is added from now on. */
  first(): Buffer | undefined {
    const batch = this.#batches[0];
    if (batch === undefined) return undefined;
    if (!batch.isSealed) this.#bytes += append(batch, this.#frame.tail);
    batch.isSealed = true;
    return batch.bytes.subarray(0, batch.used);
  }

  /** Lets go of the oldest document. @returns how many spans it had */
  shift(): number {
    const batch = this.#batches.shift();
    if (batch === undefined) return 0;
    if (batch.bytes.length === FIRST_BYTES && this.#spares.length < MAX_SPARES)
      this.#spares.push(batch.bytes);
    this.#length -= batch.spans;
    this.#bytes -= batch.used;
    return batch.spans;
  }

  #open(): Batch {
    const last = this.#batches.at(-1);
    if (last !== undefined && !last.isSealed && last.used < FULL_BYTES) return last;
    const bytes = this.#spares.pop() ?? Buffer.allocUnsafe(FIRST_BYTES);
    const batch = { bytes, used: 0, spans: 0, isSealed: false };
    this.#bytes += append(batch, this.#frame.head);
    this.#batches.push(batch);
    return batch;
  }
}

/** @returns how many bytes it took */
function append(batch: Batch, text: string): number {
  const most = batch.used + text.length * MAX_CHARACTER;
  if (most > batch.bytes.length) {
    const larger = Buffer.allocUnsafe(2 * most);
    batch.bytes.copy(larger, 0, 0, batch.used);
    batch.bytes = larger;
  }
  const written = batch.bytes.write(text, batch.used);
  batch.used += written;
  return written;
}
