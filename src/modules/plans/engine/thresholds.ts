import type { ParallelPolicy } from '../tree/planNode';

/** How many children of a parallel node must succeed for it to succeed, and fail for it to fail. */
export function thresholdsOf(
  policy: ParallelPolicy,
  children: number,
): { readonly successes: number; readonly failures: number } {
  if (policy === 'all') return { successes: children, failures: 1 };
  if (policy === 'any') return { successes: 1, failures: children };
  const fromEnd = (count: number): number => (count < 0 ? Math.max(children + count + 1, 0) : count);
  const successes = fromEnd(policy.threshold);
  const failures = policy.failure_threshold ?? children - successes + 1;
  return { successes, failures: fromEnd(failures) };
}
