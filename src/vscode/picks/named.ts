import { targetOf } from '../../shared/explorer/messages';
import type { Target } from '../../shared/explorer/picture';

/**
 * What a caller named instead of leaving it to a pick, by its id: other commands hand the id itself, the explorer's rows and
 * their context menus a record of ids. Undefined when it named none.
 */
export function named(argument: unknown, kind: keyof Target): string | undefined {
  return typeof argument === 'string' ? argument : targetOf(argument)?.[kind];
}
