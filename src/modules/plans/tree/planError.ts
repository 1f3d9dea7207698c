import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Refusal } from '../../../core/support/refusal';

/** A tree, or a text that should be one, is none. `place`: a JSON Pointer into it, or a line and a column. */
export function planError(
  message: string,
  place: string | { readonly line: number; readonly column: number },
  hint = 'mend the tree; nothing was run',
): Refusal {
  const where = typeof place === 'string' ? `at ${place}` : `at line ${place.line}, column ${place.column}`;
  const details = typeof place === 'string' ? { place } : place;
  return coordinationError('E-PLAN-INVALID-INPUT', { message: `${where}: ${message}`, hint, details });
}
