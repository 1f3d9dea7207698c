import type { AgentEvent } from './agentEvent';

/** What is kept for one reader that lags behind (seed 2, coordination.md A.2: 256 events, 512 KiB). */
const MAX_EVENTS = 256;
const MAX_BYTES = 524_288;

/**
 * Events that left the history before one reader had read them. What is only information goes first, the oldest of it, so that
 * a reader that comes back late still finds the warnings.
 */
export class Unread {
  readonly #minor: AgentEvent[] = [];
  readonly #major: AgentEvent[] = [];
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

  /** Characters of JSON that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#minor.length + this.#major.length;
  }

  offer(event: AgentEvent): void {
    const isMajor = event.level === 'warn' || event.level === 'error';
    (isMajor ? this.#major : this.#minor).push(event);
    this.#bytes += sizeOf(event);
    while (this.size > MAX_EVENTS || this.#bytes > MAX_BYTES) {
      this.#drop(this.#minor.length > 0 ? this.#minor : this.#major);
    }
  }

  /** The reader has seen everything up to here. */
  acknowledge(seq: number): void {
    for (const events of [this.#minor, this.#major]) {
      while ((events[0]?.seq ?? Infinity) <= seq) this.#drop(events);
    }
  }

  /** What came after a number, oldest first. */
  after(seq: number): readonly AgentEvent[] {
    const all = [...this.#minor, ...this.#major].filter(event => event.seq > seq);
    return all.sort((a, b) => a.seq - b.seq);
  }

  #drop(events: AgentEvent[]): void {
    const gone = events.shift();
    if (gone === undefined) return;
    this.#bytes -= sizeOf(gone);
    this.#droppedSeq = Math.max(this.#droppedSeq, gone.seq);
  }
}

function sizeOf(event: AgentEvent): number {
  return JSON.stringify(event).length;
}
