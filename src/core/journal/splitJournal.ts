import type { Log } from '../support/log';
import { Bus } from './bus';
import type { Domain } from './domain';
import type { Correlation, Event } from './event';
import type { Journal, JournalFigures } from './journal';
import type { AnyFact } from './slot';

/**
 * What people of a team share, by the names of its domains. Everything else stays on the machine: who may start what, what was
 * seen of tools, what models said, and whatever names processes of this machine.
 */
export const SHARED_DOMAINS: ReadonlySet<string> = new Set([
  'workflow',
  'taskActivity',
  'blackboard',
  'contractNet',
  'graph',
  'knowledge',
  'plans',
  'stigmergy',
  'values',
]);

/** A journal that erases what it owes before the program ends. */
export interface SettledJournal extends Journal {
  settle(): Promise<void>;
}

/**
 * Two journals with one face: each domain is kept in one of them. The order that is seen is that of the shared one; no commit
 * reaches into both, as each is of one domain.
 */
export class SplitJournal implements SettledJournal {
  readonly #shared: SettledJournal;
  readonly #local: SettledJournal;

  constructor(shared: SettledJournal, local: SettledJournal) {
    this.#shared = shared;
    this.#local = local;
  }

  get seq(): number {
    return this.#shared.seq;
  }

  /** Of either: whoever asks wants to know whether all that happens is recorded. */
  get readOnlyReason(): string | undefined {
    return this.#shared.readOnlyReason ?? this.#local.readOnlyReason;
  }

  get isWhole(): boolean {
    return this.#shared.isWhole && this.#local.isWhole;
  }

  async eventsAfter(seq: number, limit: number): Promise<readonly Event[]> {
    return await this.#shared.eventsAfter(seq, limit);
  }

  async compact(): Promise<void> {
    await this.#local.compact();
    await this.#shared.compact();
  }

  async settle(): Promise<void> {
    await Promise.all([this.#local.settle(), this.#shared.settle()]);
  }

  /** Of both together. Only a file can be damaged; when it was compacted is told of what history is read from. */
  async figures(): Promise<JournalFigures> {
    const local = await this.#local.figures();
    const shared = await this.#shared.figures();
    const oldest = [local.oldestAt, shared.oldestAt].flatMap(at => at ?? []);
    return {
      ...shared,
      bytes: local.bytes + shared.bytes,
      events: local.events + shared.events,
      oldestAt: oldest.toSorted((a, b) => a - b)[0] ?? null,
      damagedCopies: local.damagedCopies,
      damagedBytes: local.damagedBytes,
    };
  }

  async freshen(): Promise<void> {
    await Promise.all([this.#local.freshen(), this.#shared.freshen()]);
  }

  read<State, Wish, Fact extends AnyFact>(domain: Domain<State, Wish, Fact>): State {
    return this.#of(domain.name).read(domain);
  }

  async commit<State, Wish, Fact extends AnyFact>(
    domain: Domain<State, Wish, Fact>,
    wish: Wish,
    origin?: Correlation,
  ): Promise<readonly Fact[]> {
    return await this.#of(domain.name).commit(domain, wish, origin);
  }

  #of(domain: string): SettledJournal {
    return SHARED_DOMAINS.has(domain) ? this.#shared : this.#local;
  }
}

/** The way of the local journal's events to a bus on which numbers are those of the shared one: they have none. */
export class LocalBus extends Bus {
  readonly #bus: Bus;

  constructor(bus: Bus, log: Log) {
    super(log);
    this.#bus = bus;
  }

  override publish(event: Event): void {
    this.#bus.publish({ ...event, seq: null });
  }
}
