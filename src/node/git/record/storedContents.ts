import { type IndexFeed, SAMPLED } from '../plumbing/changedFiles';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { WithheldFile } from '../plumbing/snapshotRecords';

/** What was found of withheld files before. */
interface Past {
  readonly withheld: readonly WithheldFile[];
  /** The user's index is as it was then: nothing was added or committed since. */
  readonly isIndexSame: boolean;
}

/**
 * Takes up files that are too large to be copied, but whose content the repository has, as of those that are committed: to name it
 * costs no room, and it can be put back. Costs a git only where such a file or the user's index changed.
 */
export async function withStored(
  target: PrivateRepository,
  feed: IndexFeed,
  { withheld: before, isIndexSame }: Past,
  signal: AbortSignal,
): Promise<IndexFeed> {
  const looked = new Set(isIndexSame ? before.map(({ name, id }) => `${id}\0${name}`) : []);
  const asked = feed.withheld.filter(
    ({ why, id, name }) =>
      why === 'too-large' && id !== null && !id.startsWith(SAMPLED) && !looked.has(`${id}\0${name}`),
  );
  if (asked.length === 0) return feed;
  const args = ['cat-file', '--batch-check=%(objectname)', '--buffer'];
  const input = asked.map(({ id }) => `${id}\n`).join('');
  // One that is not there answers `id missing`.
  const answers = (await target.run({ args, input }, signal)).stdout.toString('latin1').split('\n');
  const stored = new Set(asked.filter(({ id }, i) => answers[i] === id).map(({ name }) => name));
  return {
    ...feed,
    additions: [...feed.additions, ...stored],
    removals: feed.removals.filter(name => !stored.has(name)),
    withheld: feed.withheld.filter(({ name }) => !stored.has(name)),
  };
}
