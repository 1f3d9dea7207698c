/**
 * One thing people ask for: a name, the servers known for it, best first, and how people put it in English and in French.
 * Catalog ids that are not in the catalog count for nothing. A phrase of several words counts where all of them are said, in
 * any order. Without a server that ships it stands for what people bring servers of their own for. `products` are what those are
 * called after: "google calendar, caldav". They count in names of servers only, where "make" or "box" is no ordinary word.
 */
export type ConceptRow = readonly [
  name: string,
  known: string,
  english: string,
  french: string,
  products?: string | undefined,
];

/** What people ask for, in their words. Asked for at the first search; the order of the rows says nothing. */
export type ConceptSource = () => readonly ConceptRow[];
