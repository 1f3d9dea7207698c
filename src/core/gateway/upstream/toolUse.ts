import { isRecord } from '../../support/json';

/** Tools of which use is kept: those used longest ago go first (chosen here). */
const MAX_TOOLS = 1_000;
/** Calls of a tool from which times are taken (chosen here). */
const MAX_TIMES = 128;
/** As everywhere: a token is about four characters. */
const CHARACTERS_A_TOKEN = 4;

/** How a tool was used since the program began. */
export interface ToolFigures {
  readonly calls: number;
  /** Calls that failed, or that the tool answered with an error. */
  readonly errors: number;
  /** Milliseconds that half, and 95 in a hundred, of the newest calls took at most. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** About what its answers cost a model, all together. */
  readonly tokens: number;
}

interface Tally {
  calls: number;
  errors: number;
  tokens: number;
  /** The newest times, as a ring. */
  readonly times: Float32Array;
}

/** Counts how servers' tools are used: in memory, by name, without what was asked or answered. */
export class ToolUse {
  readonly #tallies = new Map<string, Tally>();
  /** The one that was noted last, which stands at the end of them. */
  #last = '';

  /** Takes note of a call that is over. `result`: undefined where it has none. */
  note(server: string, tool: string, ms: number, isError: boolean, result: unknown): void {
    const key = keyOf(server, tool);
    const tally = this.#tallies.get(key) ?? {
      calls: 0,
      errors: 0,
      tokens: 0,
      times: new Float32Array(MAX_TIMES),
    };
    tally.times[tally.calls % MAX_TIMES] = ms;
    tally.calls++;
    if (isError) tally.errors++;
    tally.tokens += Math.ceil(charactersOf(result) / CHARACTERS_A_TOKEN);
    if (key === this.#last) return;
    this.#last = key;
    // Put in anew: the first of the map is the one that was used longest ago.
    this.#tallies.delete(key);
    this.#tallies.set(key, tally);
    if (this.#tallies.size <= MAX_TOOLS) return;
    for (const oldest of this.#tallies.keys()) {
      this.#tallies.delete(oldest);
      return;
    }
  }

  /** Undefined where the tool was not called. */
  of(server: string, tool: string): ToolFigures | undefined {
    const tally = this.#tallies.get(keyOf(server, tool));
    return tally && figuresOf([tally]);
  }

  /** All tools of a server together; undefined where none was called. */
  ofServer(server: string): ToolFigures | undefined {
    const start = keyOf(server, '');
    const own = [...this.#tallies].filter(([key]) => key.startsWith(start)).map(([, tally]) => tally);
    return own.length === 0 ? undefined : figuresOf(own);
  }
}

/** A server's id holds no newline. */
function keyOf(server: string, tool: string): string {
  return `${server}\n${tool}`;
}

function figuresOf(tallies: readonly Tally[]): ToolFigures {
  const sum = (field: 'calls' | 'errors' | 'tokens'): number =>
    tallies.reduce((total, tally) => total + tally[field], 0);
  const times = tallies.flatMap(tally => [...tally.times.subarray(0, tally.calls)]).toSorted((a, b) => a - b);
  return {
    calls: sum('calls'),
    errors: sum('errors'),
    tokens: sum('tokens'),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

/** The nearest rank. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** The length of the texts in a result: a picture's tokens depend on the model, and a structure mostly says the same again. */
function charactersOf(result: unknown): number {
  const content = isRecord(result) ? result['content'] : undefined;
  if (!Array.isArray(content)) return 0;
  let characters = 0;
  for (const block of content as readonly unknown[]) {
    if (isRecord(block) && typeof block['text'] === 'string') characters += block['text'].length;
  }
  return characters;
}
