import type { GroupUse } from '../../../core/agents/agentLink';
import type { Clock } from '../../../core/support/clock';
import type { Sha256 } from '../../../core/support/hash';
import { canonicalJson } from '../../../core/support/json';
import type { Toolbox } from '../../../core/toolbox/toolbox';
import type { SessionId } from '../../../shared/ids';
import type { Budget, ChildSpec, Loop, Usage } from '../model/childTypes';
import { overLimit } from './childErrors';
import { LoopDetector } from './loopDetector';
import { noUsage, overrun } from './overrun';

const MIB = 1_048_576;

interface UseParts {
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Where whoever started it has limits of its own, what it tells of counts there, too. */
  readonly toolbox: Pick<Toolbox, 'spent'>;
}

/** What a child has used of its budget, and whether it goes in circles. */
export class ChildUse {
  readonly #parts: UseParts;
  readonly #id: string;
  readonly #starter: SessionId;
  readonly #loops = new LoopDetector();
  readonly #used: Usage = noUsage();
  readonly #startedMs: number;
  #endedMs: number | undefined;
  #budget: Budget;
  /** Calls over our endpoint, and those it tells of: those of an ACP agent may be both. */
  #called = 0;
  #told = 0;
  /** Tokens that it tells of, and those of rounds of ours, of which it does not know. */
  #toldTokens = 0;
  #spentTokens = 0;
  #loop: Loop | null = null;
  /** CPU time of its programs in seconds, by their process ids. */
  readonly #cpu = new Map<number, number>();

  constructor({ id, parent, budget }: ChildSpec, parts: UseParts) {
    this.#id = id;
    this.#starter = parent;
    this.#budget = budget;
    this.#parts = parts;
    this.#startedMs = parts.clock.monotonicMs();
  }

  get used(): Readonly<Usage> {
    const now = this.#endedMs ?? this.#parts.clock.monotonicMs();
    return { ...this.#used, wallclock_ms: Math.round(now - this.#startedMs) };
  }

  get budget(): Budget {
    return this.#budget;
  }

  /** Whether its process group has a limit. */
  get holdsGroup(): boolean {
    const { memory_mb: memory, cpu_seconds: cpu } = this.#budget;
    return memory !== undefined || cpu !== undefined;
  }

  get loop(): Loop | null {
    return this.#loop;
  }

  /** Time until its time is over, in milliseconds; undefined where it has no end. */
  get leftMs(): number | undefined {
    const { wallclock_ms: most } = this.#budget;
    return most === undefined ? undefined : Math.max(0, most + 1 - this.used.wallclock_ms);
  }

  allow(budget: Budget): void {
    this.#budget = { ...this.#budget, ...budget };
  }

  /** A message is about to be sent. @throws {Refusal} E-CHILD-LIMIT, and nothing is counted */
  send(bytes: number): void {
    const { messages, bytes_in: bytesIn } = this.#budget;
    if (messages !== undefined && this.#used.messages >= messages)
      throw overLimit(this.#id, 'messages', messages);
    if (bytesIn !== undefined && this.#used.bytes_in + bytes > bytesIn)
      throw overLimit(this.#id, 'bytes_in', bytesIn);
    this.#used.messages += 1;
    this.#used.bytes_in += bytes;
  }

  /** A call comes in over our endpoint, its own or, `isBelow`, of a child that it started. @throws {Refusal} E-CHILD-LIMIT, and nothing is counted */
  call(tool: string, input: unknown, isBelow = false): void {
    const { tool_calls: most } = this.#budget;
    if (most !== undefined && this.#used.tool_calls >= most) throw overLimit(this.#id, 'tool_calls', most);
    this.#called += 1;
    this.#count();
    if (!isBelow) this.#note(tool, input);
  }

  /** It tells of a tool call. */
  tellCall(tool: string, input: unknown): void {
    this.#told += 1;
    this.#count();
    this.#note(tool, input);
  }

  /** It tells of tokens. `isTotal`: all that it has used so far. */
  tokens(count: number, isTotal: boolean): void {
    const before = this.#toldTokens;
    this.#toldTokens = isTotal ? Math.max(before, count) : before + count;
    this.#used.tokens = this.#toldTokens + this.#spentTokens;
    this.#parts.toolbox.spent(this.#starter, this.#toldTokens - before);
  }

  /** Rounds of a model of ours took tokens for it. */
  spent(tokens: number): void {
    this.#spentTokens += tokens;
    this.#used.tokens = this.#toldTokens + this.#spentTokens;
  }

  received(bytes: number): void {
    this.#used.bytes_out += bytes;
  }

  /** What the process group of its program uses. What one used before it was started again goes on counting. */
  group(leader: number, { memoryBytes, cpuSeconds }: GroupUse): void {
    this.#used.memory_mb = Math.max(this.#used.memory_mb, Math.round(memoryBytes / MIB));
    // Of a process that nobody waited for, the system forgets what it used.
    this.#cpu.set(leader, Math.max(this.#cpu.get(leader) ?? 0, cpuSeconds));
    const all = [...this.#cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
    this.#used.cpu_seconds = Math.round(all * 100) / 100;
  }

  /** Why it must be stopped now; undefined where it need not. */
  overrun(): string | undefined {
    return overrun(this.used, this.#budget);
  }

  ended(): void {
    this.#endedMs = this.#parts.clock.monotonicMs();
  }

  #count(): void {
    this.#used.tool_calls = Math.max(this.#called, this.#told);
  }

  #note(tool: string, input: unknown): void {
    const { sha256, clock } = this.#parts;
    const signature = `${tool} ${sha256(canonicalJson(input ?? null)).slice(0, 8)}`;
    this.#loop = this.#loops.note(signature, clock.monotonicMs());
  }
}
