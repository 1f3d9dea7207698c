import type { CatalogEntry } from '../entry/entry';
import { foldText } from './words';

/**
 * The entries whose names hold what somebody types: those that begin with it first, then those in which a word does, then those that have it
 * somewhere. `filesys` and `wright` are no words, and two letters are enough.
 */
export function namedLike(entries: readonly CatalogEntry[], typed: string): readonly CatalogEntry[] {
  const wanted = foldText(typed);
  if (wanted === '') return [];
  const ranked = entries.flatMap(entry => {
    const places = [entry.id, entry.displayName].map(name => placeIn(foldText(name), wanted));
    const best = Math.min(...places);
    return best === Infinity ? [] : [{ entry, best }];
  });
  return ranked
    .toSorted((a, b) => a.best - b.best || (a.entry.id < b.entry.id ? -1 : 1))
    .map(({ entry }) => entry);
}

/** 0 where a name begins with it, 1 where one of its words does, 2 elsewhere; Infinity where it is not in it. */
function placeIn(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) || name.replaceAll(' ', '').includes(wanted.replaceAll(' ', ''))
    ? 2
    : Infinity;
}
