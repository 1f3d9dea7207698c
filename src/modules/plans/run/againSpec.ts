import type { Instant } from '../../../core/support/clock';
import type { PlanRun, RunSpec } from './planRun';
import type { GivenImpacts } from './valueGuard';

type AgainSpec = Omit<RunSpec, 'id' | 'servers' | 'values' | 'caller' | 'opId'> & GivenImpacts;

/** What a run is that does once more what another one did. `keeps`: what succeeded there is not done again. */
export function againSpec(run: PlanRun, keeps: boolean, now: Instant): AgainSpec {
  const { id, mode, tree, variables, correlation, tickMs, budgetMs, file, deadline, startedAt, values } = run;
  return {
    ...{ mode, tree, variables, correlation, tickMs, budgetMs },
    ...(file === undefined ? {} : { file }),
    ...(keeps ? { retries: id } : {}),
    ...(values === undefined ? {} : { impacts: values.impacts, threshold: values.threshold }),
    deadline: deadline === null ? null : ((now + deadline - startedAt) as Instant),
  };
}
