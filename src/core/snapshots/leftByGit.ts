import { ForeignTrees } from './foreignTrees';
import { commitOrNull, type HistoryFacts, mergeKey } from './gitHistory';
import { type HeadMove, kindOf } from './headMoves';
import { isSame, type TreeEntry } from './restoreDecision';

/**
 * What git's own moves would have left on the disk if the task had written nothing: an entry for each of the paths that git
 * wrote. A path that is not in the answer was never written by git, so whatever it is now, somebody else wrote it. The rules
 * are in docs/record.md.
 */
export function leftByGit(facts: HistoryFacts, paths: readonly string[]): ReadonlyMap<string, TreeEntry> {
  const left = new Map<string, TreeEntry>();
  const foreign = new ForeignTrees(facts, paths);
  const { start, entryOf, entryAtStart, commits, mergeBases, merging } = facts;
  let at = start;
  // Git writes over nothing that is not committed: what lay there before the task, the task had put aside itself.
  const isReplaced = (path: string): boolean =>
    !left.has(path) &&
    !isSame(entryAtStart(path), entryOf(start, path)) &&
    !isSame(entryAtStart(path), entryOf(at, path));
  const isKnown = (commit: string | null): boolean => commit === null || commits.has(commit);
  for (const [i, move] of movesOf(facts).entries()) {
    const kind = kindOf(move);
    const from = commitOrNull(move.from);
    const to = commitOrNull(move.to);
    if (kind === 'renamed' || !isKnown(to)) continue;
    // A commit in between may be gone: then from the last one that is known.
    if (isKnown(from)) at = from;
    const isMade = kind === 'made' || kind === 'amended';
    const hasWritten = !isMade && (kind !== 'reset' || facts.hardResets.has(i));
    for (const path of paths) {
      const entry = entryOf(to, path);
      if (
        isMade &&
        to !== null &&
        isSame(entry, left.has(path) ? (left.get(path) ?? null) : entryAtStart(path))
      )
        foreign.know(to, path, entry);
      if (hasWritten && !isSame(entryOf(at, path), entry) && !isReplaced(path))
        left.set(path, foreign.entryOf(to, path));
    }
    at = to;
  }
  if (merging !== null && isKnown(merging)) {
    const base = mergeBases.get(mergeKey(at ?? '', merging)) ?? null;
    for (const path of paths)
      if (!isSame(entryOf(base, path), entryOf(merging, path)) && !isReplaced(path))
        left.set(path, foreign.merged(at, [merging], path, undefined));
  }
  return left;
}

function movesOf({ moves, start, end }: HistoryFacts): readonly HeadMove[] {
  if (moves !== undefined) return moves;
  const zeros = '0'.repeat(40);
  return start === end ? [] : [{ from: start ?? zeros, to: end ?? zeros, message: '', atSeconds: null }];
}
