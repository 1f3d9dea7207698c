import type { TaskAccount } from './snapshot';

/** One line of HEAD's reflog. */
export interface HeadMove {
  readonly from: string;
  readonly to: string;
  /** What git says moved it, e.g. `merge topic: Fast-forward`. */
  readonly message: string;
}

/** A commit whose content came into the work tree, and the one it replaced. */
export interface ImportTarget {
  readonly base: string;
  readonly target: string;
}

/** Commits that git made of the task's own work; `rebase (start)` and `(finish)` only move. */
const MAKES_COMMIT =
  /^(?:commit\b|cherry-pick\b|revert\b|am\b|rebase(?: -i)? \((?:pick|continue|reword|edit|squash|fixup|merge)\)|pull.*\((?:pick|continue)\))/;
const REBASE_START = /^(?:rebase|pull)\b.*\(start\)/;
const FAST_FORWARD = /^(?:merge|pull)\b.*: Fast-forward$/;
const MERGE_MADE = /^(?:merge|pull)\b.*: Merge made\b/;
const MERGE_COMMITTED = /^commit \(merge\)/;

/** A reflog line's move; undefined for a line that is none. */
export function parseHeadMove(line: string): HeadMove | undefined {
  const [ids, message = ''] = splitOnce(line, '\t');
  const [from, to] = ids.split(' ');
  return from === undefined || to === undefined || !/^[0-9a-f]{40,64}$/.test(to)
    ? undefined
    : { from, to, message };
}

/** Commits that were made, not fetched, while HEAD moved. */
export function madeCommits(moves: readonly HeadMove[]): ReadonlySet<string> {
  return new Set(
    moves
      .filter(move => MAKES_COMMIT.test(move.message) || MERGE_MADE.test(move.message))
      .map(move => move.to),
  );
}

/**
 * What came into the work tree from elsewhere. `parents` knows those of made commits. Where a target is the task's own
 * commit, what counts is the foreign one below it; coming back to where the task began brings nothing.
 */
export function importTargets(
  moves: readonly HeadMove[],
  parents: ReadonlyMap<string, readonly string[]>,
  startHead: string | null,
): readonly ImportTarget[] {
  const made = madeCommits(moves);
  const targets: ImportTarget[] = [];
  for (const move of moves) {
    if (move.from === move.to) continue;
    for (const candidate of broughtBy(move, parents)) {
      const target = foreignBelow(candidate, made, parents, MERGE_MADE.test(move.message) ? move.to : null);
      if (target !== null && target !== startHead) targets.push({ base: move.from, target });
    }
  }
  return targets;
}

/** How HEAD went from the task's start to its end, the strongest word that applies. */
export function historyOf(
  moves: readonly HeadMove[],
  start: { readonly head: string | null; readonly branch: string | null },
  end: { readonly head: string | null; readonly branch: string | null },
): TaskAccount['history'] {
  if (start.branch !== end.branch) return 'switched';
  if (moves.some(move => REBASE_START.test(move.message))) return 'rebased';
  const isMerge = (move: HeadMove): boolean =>
    FAST_FORWARD.test(move.message) || MERGE_MADE.test(move.message) || MERGE_COMMITTED.test(move.message);
  if (moves.some(isMerge)) return 'merged';
  const made = madeCommits(moves);
  const rewrites = (move: HeadMove): boolean =>
    move.message.startsWith('reset:') || (move.message.startsWith('commit (amend)') && !made.has(move.from));
  if (moves.some(move => move.from !== move.to && rewrites(move))) return 'reset';
  // Away and back again by checkout alone leaves nothing to tell; away to a commit without a branch does.
  return start.branch === null &&
    start.head !== end.head &&
    moves.some(move => move.message.startsWith('checkout:'))
    ? 'switched'
    : 'linear';
}

function broughtBy(move: HeadMove, parents: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const { message, to } = move;
  if (/^(?:checkout|reset):/.test(message) || REBASE_START.test(message) || FAST_FORWARD.test(message))
    return [to];
  const merged = parents.get(to)?.slice(1) ?? [];
  // What git merged by itself is nobody's own work; what a person resolved and committed is.
  if (MERGE_MADE.test(message)) return [to, ...merged];
  return MERGE_COMMITTED.test(message) ? merged : [];
}

function foreignBelow(
  commit: string,
  made: ReadonlySet<string>,
  parents: ReadonlyMap<string, readonly string[]>,
  accepted: string | null,
): string | null {
  let at = commit;
  while (made.has(at) && at !== accepted) {
    const first = parents.get(at)?.[0];
    if (first === undefined) return null;
    at = first;
  }
  return at;
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
