import type { AgentEvent } from './agentEvent';

/** What is kept for one reader that lags behind. */
const MAX_EVENTS = 256;
const MAX_BYTES = 524_288;

interface Kept {
  readonly event: AgentEvent;
  readonly bytes: number;
}

/**
 * Events that left the history before one reader had read them. What is only information goes first, the oldest of it, so that
 * a reader that comes back late still finds the warnings.
 */
export class Unread {
  readonly #minor: Kept[] = [];
  readonly #major: Kept[] = [];
  #bytes = 0;
  #droppedSeq: number;

  /** `droppedSeq`: up to here, nothing was kept for this reader. */
  constructor(droppedSeq: number) {
    this.#droppedSeq = droppedSeq;
  }

  /** Number of the newest event that this reader can't read any more. */
  get droppedSeq(): number {
    return this.#droppedSeq;
  }

  /** What is kept takes so much as JSON. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#minor.length + this.#major.length;
  }

  /** `bytes`: what it takes as JSON, worked out once for all readers. */
  offer(event: AgentEvent, bytes: number): void {
    const isMajor = event.level === 'warn' || event.level === 'error';
    (isMajor ? this.#major : this.#minor).push({ event, bytes });
    this.#bytes += bytes;
    while (this.size > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      this.#drop(this.#minor.length > 0 ? this.#minor : this.#major);
    }
  }

  /** The reader has seen everything up to here. `goneSeq`: what the history has no more. */
  acknowledge(seq: number, goneSeq: number): void {
    this.#droppedSeq = Math.max(this.#droppedSeq, Math.min(seq, goneSeq));
    for (const events of [this.#minor, this.#major]) {
      while ((events[0]?.event.seq ?? Infinity) <= seq) this.#drop(events);
    }
  }

  /** What came after a number, oldest first. */
  after(seq: number): readonly AgentEvent[] {
    const all = [...this.#minor, ...this.#major].map(({ event }) => event);
    return all.filter(event => event.seq > seq).sort((a, b) => a.seq - b.seq);
  }

  #drop(events: Kept[]): void {
    const gone = events.shift();
    if (gone === undefined) return;
    this.#bytes -= gone.bytes;
    this.#droppedSeq = Math.max(this.#droppedSeq, gone.event.seq);
  }
}
