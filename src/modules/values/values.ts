import { coordinationError } from '../../core/coordination/coordinationError';
import { commitOnce, type Once, readShared } from '../../core/coordination/once';
import type { Correlation } from '../../core/journal/event';
import type { ModuleParts } from '../../core/resources/joinedModule';
import { explained } from './explain';
import { type Decision, decisionOf } from './scoring';
import { type Impact, NO_VALUES, type ValueSystem } from './valueSystem';
import { valuesDomain, type ValuesWish } from './valuesDomain';

/** The one door to what matters in this workspace. */
export class Values {
  readonly #parts: ModuleParts;

  constructor(parts: ModuleParts) {
    this.#parts = parts;
  }

  /** What matters now. */
  get system(): ValueSystem {
    return readShared({ ...this.#parts, domain: valuesDomain }, () => ({ system: NO_VALUES })).system;
  }

  /** Says what matters. @throws {Refusal} E-VALUES-INVALID-INPUT, E-IDEMPOTENCY-CONFLICT */
  async set(
    system: ValuesWish['system'],
    { origin, once }: { readonly origin: Correlation; readonly once?: Once | undefined },
  ): Promise<{ readonly system: ValueSystem; readonly isReplay: boolean }> {
    const wish = { verb: 'set', system } as const;
    const { facts, isReplay } = await commitOnce(
      { ...this.#parts, domain: valuesDomain },
      once === undefined ? { wish } : { wish, once },
      origin,
    );
    return { system: facts[0]?.system ?? this.system, isReplay };
  }

  /** What these impacts come to. */
  decide(impacts: readonly Impact[], threshold?: number): Decision {
    return decisionOf(this.system, impacts, threshold);
  }

  /** Lets nothing pass that is not allowed. @throws {Refusal} E-VALUES-VIOLATION */
  require(impacts: readonly Impact[], threshold?: number): Decision {
    const decision = this.decide(impacts, threshold);
    if (decision.isAllowed) return decision;
    const violations = explained(decision.violations);
    throw coordinationError('E-VALUES-VIOLATION', {
      message: messageOf(decision),
      hint: 'call values_explain with these impacts',
      details: {
        score: decision.score,
        threshold: decision.threshold,
        violations: violations.map(({ value, severity, tolerance, nodeId, hint }) => ({
          value,
          severity,
          tolerance,
          node_id: nodeId,
          hint,
        })),
      },
    });
  }
}

function messageOf({ violations, score, threshold }: Decision): string {
  if (violations.length === 0)
    return `The score ${score.toFixed(2)} is below ${threshold.toFixed(2)}. Nothing was started.`;
  const names = [...new Set(violations.map(({ value }) => `"${value}"`))].slice(0, 3).join(', ');
  return `It goes against ${names}. Nothing was started.`;
}
