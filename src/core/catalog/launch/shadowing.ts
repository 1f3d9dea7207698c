import type { CatalogEntry, EntryOwner } from '../entry/entry';
import { oneLine } from '../entry/plainText';

const WHOSE: Readonly<Record<EntryOwner, string>> = {
  shipped: "the registry's",
  user: 'your own',
  workspace: "the repository's",
  agent: "an agent's",
  publisher: "the MCP registry's",
};

/** Somebody else's entries of the same name that an entry hides. */
function hiddenBy({ owner }: CatalogEntry, shadowed: readonly CatalogEntry[]): readonly CatalogEntry[] {
  return shadowed.filter(other => other.owner !== owner);
}

/** The same, where the entry is a repository's: whoever is asked about it has to know. */
export function hiddenByRepository(
  entry: CatalogEntry,
  shadowed: readonly CatalogEntry[],
): readonly CatalogEntry[] {
  return entry.owner === 'workspace' ? hiddenBy(entry, shadowed) : [];
}

/** Which entries of the same name an entry hides, in one sentence; undefined where it hides none of somebody else's. */
export function hides(entry: CatalogEntry, shadowed: readonly CatalogEntry[]): string | undefined {
  const others = hiddenBy(entry, shadowed);
  if (others.length === 0) return undefined;
  const hidden = others.map(({ owner, origin }) =>
    owner === 'shipped' ? WHOSE.shipped : `${WHOSE[owner]} (${oneLine(origin, 200)})`,
  );
  return (
    `This is ${WHOSE[entry.owner]} "${entry.id}", from ${oneLine(entry.origin, 200)}. ` +
    `It hides ${[...new Set(hidden)].join(' and ')} with the same name, which can't be selected while it exists.`
  );
}

/** The same where a repository's entry took the place of another one: that must be seen before it is used. */
export function hidesOthers(entry: CatalogEntry, shadowed: readonly CatalogEntry[]): string | undefined {
  return entry.owner === 'workspace' ? hides(entry, shadowed) : undefined;
}
