import { type BulkFailure, bulkError, coordinationError } from '../../core/coordination/coordinationError';
import type { Instant } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';
import { type Field, intensityAt, later, MAX_POINTS, settled, totalOf } from './field';
import type { Deposit, Marked, MarkWish } from './stigmergyFacts';

/** The facts that follow from deposits. Changes nothing. @throws {Refusal} E-STIG-TYPE, E-STIG-LIMIT, E-BULK-PARTIAL */
export function marked(field: Field, { deposits, isBulk }: MarkWish, at: Instant): readonly Marked[] {
  const draft = new Draft(field, at);
  const facts: Marked[] = [];
  const failures: BulkFailure[] = [];
  for (const [index, deposit] of deposits.entries()) {
    try {
      facts.push(draft.add(deposit));
    } catch (error) {
      if (!isBulk || !Refusal.is(error)) throw error;
      failures.push(failureOf(index, deposit, error));
    }
  }
  if (failures.length > 0) throw bulkError(failures);
  return facts;
}

/** Takes a deposit in. */
export function takeMark(field: Field, { point, node_total: total }: Marked): void {
  if (point.intensity === 0) return; // Too weak to be kept.
  const node = field.nodes.get(point.node_id) ?? { points: new Map(), sum: 0, updatedAt: total.updated_at };
  field.nodes.set(point.node_id, node);
  const before = node.points.get(point.type);
  if (before === undefined) field.size += 1;
  node.points.set(point.type, { intensity: point.intensity, updatedAt: point.updated_at });
  node.sum += point.intensity - (before?.intensity ?? 0);
  node.updatedAt = total.updated_at;
}

/** What the deposits of one request make of the points they touch, before any of it is a fact. */
class Draft {
  readonly #field: Field;
  readonly #at: Instant;
  readonly #intensities = new Map<string, number>();
  readonly #sums = new Map<string, number>();
  #size: number;

  constructor(field: Field, at: Instant) {
    this.#field = field;
    this.#at = at;
    this.#size = field.size;
  }

  /** @throws {Refusal} E-STIG-TYPE, E-STIG-LIMIT */
  add({ node, type: given, intensity: deposit }: Deposit): Marked {
    const type = given.trim().toLowerCase();
    if (type === '') throw blankType();
    const key = JSON.stringify([node, type]);
    const before = this.#intensities.get(key) ?? intensityAt(this.#field, node, type);
    const { bounds, nodes } = this.#field;
    const intensity = settled(before + deposit, bounds);
    if (before === 0 && intensity > 0) this.#makeRoom();
    const known = nodes.get(node);
    const sum = (this.#sums.get(node) ?? known?.sum ?? 0) + (intensity - before);
    this.#intensities.set(key, intensity);
    this.#sums.set(node, sum);
    const pointAt = later(this.#at, known?.points.get(type)?.updatedAt);
    return {
      type: 'stigmergy_change',
      change: 'mark',
      point: { node_id: node, type, intensity, updated_at: pointAt },
      node_total: {
        node_id: node,
        intensity: totalOf(sum, bounds),
        updated_at: later(this.#at, known?.updatedAt),
      },
    };
  }

  #makeRoom(): void {
    if (this.#size >= MAX_POINTS) throw full();
    this.#size += 1;
  }
}

function failureOf(
  index: number,
  { node, type, intensity }: Deposit,
  { code, message, details }: Refusal,
): BulkFailure {
  const { hint } = details;
  return {
    index,
    code,
    message,
    ...(typeof hint === 'string' ? { hint } : {}),
    stage: 'mark',
    entry: { node_id: node, type, intensity },
  };
}

function blankType(): Refusal {
  return coordinationError('E-STIG-TYPE', {
    message: 'The type of a trail must not be blank. Name it in a word, e.g. "visited".',
    hint: 'set a type',
  });
}

function full(): Refusal {
  return coordinationError('E-STIG-LIMIT', {
    message: `The field is full (${MAX_POINTS} points). Remove old trails with stig_decay.`,
    hint: 'stig_decay with a short half_life_ms, min_intensity 0',
    details: { max_points: MAX_POINTS },
  });
}
