import type { CatalogProblem } from './entry';
import { oneLine } from './plainText';

/** A problem as compilers write it, so that terminals and editors make it a link. */
export function problemLine({ origin, line, column, message }: CatalogProblem): string {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return `${oneLine(origin, 300)}${place}: ${oneLine(message, 400)}`;
}
