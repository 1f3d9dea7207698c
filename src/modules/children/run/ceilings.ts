import { coordinationError } from '../../../core/coordination/coordinationError';
import { type Budget, MAX_CPU_SECONDS, MAX_MEMORY_MB } from '../model/childTypes';

const CEILINGS = { memory_mb: MAX_MEMORY_MB, cpu_seconds: MAX_CPU_SECONDS } as const;

/** Refuses a budget that is above what any child may be given. @throws {Refusal} E-CHILD-LIMIT */
export function requireCeilings(budget: Budget): void {
  for (const name of Object.keys(CEILINGS) as (keyof typeof CEILINGS)[])
    if ((budget[name] ?? 0) > CEILINGS[name])
      throw coordinationError('E-CHILD-LIMIT', {
        message: `${name} can be ${CEILINGS[name]} at most.`,
        hint: 'limit_override_rejected',
        details: { [name]: CEILINGS[name] },
      });
}
