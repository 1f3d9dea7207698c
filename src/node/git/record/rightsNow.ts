import type { IndexFeed } from '../plumbing/changedFiles';
import type { Rights } from '../plumbing/snapshotRecords';

/** Files whose rights are kept (chosen here): each snapshot writes them down. */
const LIMIT = 2_000;

/** The rights that were known, and those of the files that were looked at now. */
export function rightsNow(known: Rights, { additions, removals, rights }: IndexFeed): Rights {
  const all = new Map(known);
  for (const name of [...removals, ...additions]) all.delete(name);
  for (const [name, mode] of rights) all.set(name, mode);
  return [...all].slice(-LIMIT);
}
