import type { IdSource } from '../support/ids';

/** The id of an operation: the caller's, else a fresh one that says which tool it was. */
export function opIdOf(tool: string, given: string | undefined, ids: IdSource): string {
  return given ?? `${tool}_op_${ids.next()}`;
}
