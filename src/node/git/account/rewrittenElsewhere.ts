import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindOf, parseHeadMove } from '../../../core/snapshots/headMoves';
import { listCommits } from '../plumbing/commitListing';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import type { Repository } from '../plumbing/repository';

/** Commits of branches that are looked through (chosen here). */
const COMMITS_LIMIT = 1_000;
/** Lines of a branch's reflog that are looked through, the newest (chosen here). */
const LINES_LIMIT = 100;

/** What branches got instead of commits that they had: the new commit, by signature or by the old one's ID. */
export async function rewrittenElsewhere(
  git: GitPlumbing,
  repository: Repository,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  left: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const moved = Object.entries(after).filter(([name, id]) => before[name] !== id);
  const tips = [...new Set(moved.map(([, id]) => id))];
  const without = [...new Set([...left, ...Object.values(before)])].map(id => `^${id}`);
  const options = [`--max-count=${COMMITS_LIMIT}`];
  const made = await listCommits(
    git,
    repository,
    tips.length === 0 ? [] : [...tips, ...without],
    options,
    signal,
  );
  const found = new Map((made ?? []).map(({ id, signature }) => [signature, id]));
  const isThere = new Set([...tips, ...found.values()]);
  const amended = new Map<string, string>();
  for (const [name] of moved) {
    const path = join(repository.commonFolder, 'logs', 'refs', 'heads', name);
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(-LINES_LIMIT);
    for (const move of lines.map(parseHeadMove))
      if (move !== undefined && kindOf(move) === 'amended') amended.set(move.from, move.to);
  }
  for (const from of amended.keys()) {
    let to: string | undefined = from;
    // An amend may be amended again.
    for (let steps = 0; to !== undefined && !isThere.has(to) && steps < LINES_LIMIT; steps += 1)
      to = amended.get(to);
    if (to !== undefined && to !== from && isThere.has(to)) found.set(from, to);
  }
  return found;
}
