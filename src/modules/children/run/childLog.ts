import type { AgentStream } from '../../../core/agents/agentLink';
import type { Instant } from '../../../core/support/clock';
import type { LogLine } from '../model/childTypes';

/** What is kept of a child's output: lines, and characters in them. The oldest go first (chosen here). */
export const MAX_LINES = 100_000;
export const MAX_CHARACTERS = 8 * 1_048_576;

/** Longest line that is kept whole, in characters. */
export const MAX_LINE_CHARACTERS = 65_536;

/** The newest lines of a child. */
export class ChildLog {
  /** The first `#from` of them are dropped: they are cut off now and then, not one by one. */
  #lines: LogLine[] = [];
  #from = 0;
  #characters = 0;
  #lastSeq = 0;
  readonly #listeners = new Set<(line: LogLine) => void>();

  get lastSeq(): number {
    return this.#lastSeq;
  }

  get length(): number {
    return this.#lines.length - this.#from;
  }

  get dropped(): number {
    return this.#lastSeq - this.length;
  }

  add(ts: Instant, stream: AgentStream, text: string, type: string | null): LogLine {
    this.#lastSeq += 1;
    const cut = text.length - MAX_LINE_CHARACTERS;
    const kept =
      cut <= 0 ? text : `${text.slice(0, MAX_LINE_CHARACTERS).toWellFormed()}… (${cut} more characters)`;
    const line = { seq: this.#lastSeq, ts, stream, text: kept, type };
    this.#lines.push(line);
    this.#characters += kept.length;
    this.#makeRoom();
    for (const listener of this.#listeners) listener(line);
    return line;
  }

  /** Lines after a number, oldest first, at most so many. */
  after(seq: number, limit: number, streams?: readonly AgentStream[]): readonly LogLine[] {
    const page: LogLine[] = [];
    const start = Math.max(this.#from, this.#lines.length - (this.#lastSeq - seq));
    for (let i = start; i < this.#lines.length && page.length < limit; i += 1) {
      const line = this.#lines[i];
      if (line !== undefined && (streams === undefined || streams.includes(line.stream))) page.push(line);
    }
    return page;
  }

  /** Hears of each line as it comes. */
  onLine(listener: (line: LogLine) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  #makeRoom(): void {
    while (this.length > MAX_LINES || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#lines[this.#from]?.text.length ?? 0;
      this.#from += 1;
    }
    if (this.#from < 1_000 || this.#from < this.length) return;
    this.#lines = this.#lines.slice(this.#from);
    this.#from = 0;
  }
}
