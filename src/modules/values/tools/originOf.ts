import type { Correlation } from '../../../core/journal/event';

const HINTS = ['run_id', 'job_id', 'graph_id', 'node_id', 'child_id'] as const;

/** Where an event comes from, with what its caller tied it to. */
export function originOf(
  given: { readonly [Hint in (typeof HINTS)[number]]?: string | undefined },
  { origin }: { readonly origin: Correlation },
): Correlation {
  const hints = HINTS.flatMap(name => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { ...origin, ...Object.fromEntries(hints) };
}
