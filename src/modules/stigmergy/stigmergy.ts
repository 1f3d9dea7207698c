import { commitOnce, type Done, type Once, readShared } from '../../core/coordination/once';
import type { Bus } from '../../core/journal/bus';
import type { Correlation } from '../../core/journal/event';
import type { Journal } from '../../core/journal/journal';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import { emptyField, type Field } from './field';
import { type FieldSnapshot, snapshotOf } from './fieldSnapshot';
import { type Heat, heatOf, type HeatWish } from './heat';
import { stigmergyDomain } from './stigmergyDomain';
import type {
  Evaporated,
  EvaporateWish,
  Marked,
  MarkWish,
  StigmergyFact,
  StigmergyWish,
} from './stigmergyFacts';

/** What the module stands on. */
export interface StigmergyParts {
  readonly journal: Journal;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Key of the workspace: the trails of others in the same journal are none of its. */
  readonly workspace: string;
}

/** Who asks, and what makes the request a repeatable one. */
interface Asked {
  readonly origin?: Correlation;
  readonly once?: Once | undefined;
}

/** The one door to the trails of all agents in this workspace. */
export class Stigmergy {
  readonly #parts: StigmergyParts;
  /** What was given last without a filter, by how many nodes were wanted. */
  readonly #drawn = new Map<
    number,
    { readonly field: Field; readonly changes: number; readonly heat: Heat }
  >();

  constructor(parts: StigmergyParts) {
    this.#parts = parts;
  }

  /** Leaves trails, all or none. @throws {Refusal} E-STIG-TYPE, E-STIG-LIMIT, E-BULK-PARTIAL, E-IDEMPOTENCY-CONFLICT */
  async mark(wish: Omit<MarkWish, 'verb'>, asked: Asked = {}): Promise<Done<Marked>> {
    const { facts, isReplay } = await this.#commit({ ...wish, verb: 'mark' }, asked);
    return { facts: facts.filter(fact => fact.change === 'mark'), isReplay };
  }

  /** Lets all trails fade by the time since their last change. @throws {Refusal} E-STIG-INVALID-INPUT, E-IDEMPOTENCY-CONFLICT */
  async evaporate(wish: Omit<EvaporateWish, 'verb'>, asked: Asked = {}): Promise<Done<Evaporated>> {
    const { facts, isReplay } = await this.#commit({ ...wish, verb: 'evaporate' }, asked);
    return { facts: facts.filter(fact => fact.change === 'evaporation'), isReplay };
  }

  /** The trails now, strongest first: everything, or this many points and nodes at most. */
  snapshot(limit = Number.POSITIVE_INFINITY): FieldSnapshot {
    return snapshotOf(this.#field, limit, this.#parts.clock.now());
  }

  /** The strongest nodes that fit, each with all its trails. Without a filter, looked for anew only after a change. */
  heat(wish: HeatWish): Heat {
    const field = this.#field;
    if (wish.fits !== undefined) return heatOf(field, wish);
    const drawn = this.#drawn.get(wish.limit);
    if (drawn?.field === field && drawn.changes === field.changes) return drawn.heat;
    const heat = heatOf(field, wish);
    this.#drawn.set(wish.limit, { field, changes: field.changes, heat });
    return heat;
  }

  /** How many nodes have trails. */
  get size(): number {
    return this.#field.nodes.size;
  }

  /** Tells of every fact: who draws the field does so when it has come to rest. */
  onDidChange(listener: () => void): Disposable {
    return this.#parts.bus.subscribe(({ stream }) => {
      if (stream === stigmergyDomain.name) listener();
    });
  }

  get #field(): Field {
    return readShared({ ...this.#parts, domain: stigmergyDomain }, emptyField);
  }

  async #commit(wish: StigmergyWish, { origin, once }: Asked): Promise<Done<StigmergyFact>> {
    const asked = once === undefined ? { wish } : { wish, once };
    return await commitOnce({ ...this.#parts, domain: stigmergyDomain }, asked, origin);
  }
}
