import type { TripleName } from '../../modules/knowledge/triple';
import type { Seen } from '../../core/support/lookThrough';
import type { StateTable } from '../../shared/sharedState/picture';

/** Entries and triples that are looked through for a filter, the newest (a few milliseconds, however many there are). */
export const LOOKED_THROUGH = 10_000;

/** What a row is about. */
export type StateItem =
  | { readonly type: 'entry'; readonly key: string }
  | { readonly type: 'triple'; readonly name: TripleName };

/** A table, and what its rows are about, by their ids. */
export interface DrawnRows {
  readonly table: StateTable;
  readonly items: ReadonlyMap<string, StateItem>;
  readonly seen: Seen<unknown>;
}

/** Whether one of the texts holds what is looked for; undefined where nothing is. */
export function holding<T>(
  query: string,
  textsOf: (item: T) => readonly string[],
): ((item: T) => boolean) | undefined {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return undefined;
  return item => textsOf(item).some(text => text.toLowerCase().includes(wanted));
}
