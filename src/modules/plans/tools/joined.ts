import type { Json } from '../../../core/support/json';
import { outcomeOf } from '../../children/childOutcome';
import type { Children } from '../../children/children';
import '../../children/module';
import type { Plans } from '../plans';
import { hasEnded } from '../run/planRun';
import { lastOutputOf, valueIn } from './runAnswer';

/** What is waited for: a run of a plan, or what a child agent works on. */
export interface Joined {
  readonly id: string;
  readonly state: string;
  readonly isOver: boolean;
  readonly hasSucceeded: boolean;
  /** Epoch milliseconds; null while it is not over. */
  readonly finishedAt: number | null;
  /** What came of it, or of a run the part that a JSON Pointer names; null or undefined where there is none. */
  readonly output: (pointer: string | undefined) => Json | null | undefined;
}

/** A run or a child by its ID. @throws {Refusal} E-PLAN-NOT-FOUND */
export function joinedOf(
  id: string,
  { plans, children }: { readonly plans: Plans; readonly children: Children },
): Joined {
  const child = children.all().find(({ spec }) => spec.id === id);
  if (child !== undefined) {
    const { output, ...outcome } = outcomeOf(child);
    const state = outcome.isOver ? (outcome.hasSucceeded ? 'done' : 'failed') : 'running';
    return { id, state, ...outcome, output: () => output };
  }
  const run = plans.find(id);
  return {
    id,
    state: run.state,
    isOver: hasEnded(run),
    hasSucceeded: run.state === 'done',
    finishedAt: run.finishedAt,
    output: pointer => (pointer === undefined ? lastOutputOf(run) : valueIn(run, pointer)) as Json,
  };
}
