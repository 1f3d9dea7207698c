import type { TaskAccount } from './snapshot';

/** One line of HEAD's reflog. */
export interface HeadMove {
  /** Commits before and after; all zeros where there was none. */
  readonly from: string;
  readonly to: string;
  /** What git says moved it, e.g. `merge topic: Fast-forward`. */
  readonly message: string;
  /** Seconds since 1970; null where the line does not say. */
  readonly atSeconds: number | null;
}

/**
 * What a move did, by git's own words for it (docs/record.md, "What git did").
 * `made`: committed what was on the disk; `amended`: the same, in place of `from`; `picked`: applied a commit again;
 * `reworked`: one step of an interactive rebase; `merged`, `merge-committed`: joined two histories, by itself or after a person;
 * `reset`: soft, mixed or hard; `renamed`: nothing but a branch's name; `went`: put another commit's files on the disk.
 */
export type MoveKind =
  | 'made'
  | 'amended'
  | 'picked'
  | 'reworked'
  | 'merged'
  | 'merge-committed'
  | 'reset'
  | 'renamed'
  | 'went';

/** First fitting row counts. */
const KINDS: readonly (readonly [RegExp, MoveKind])[] = [
  [/^commit \(merge\)/, 'merge-committed'],
  [/^commit \(amend\)/, 'amended'],
  // Whose a patch is, nothing says; what is resolved by hand in it is told apart by nothing either.
  [/^(?:commit|revert|am)\b/, 'made'],
  [/^cherry-pick\b/, 'picked'],
  [/^(?:rebase|pull)\b.*\(pick\)/, 'picked'],
  [/^(?:rebase|pull)\b.*\((?:continue|reword|edit|squash|fixup|merge)\)/, 'reworked'],
  [/^(?:merge|pull)\b.*: Merge made\b/, 'merged'],
  [/^reset:/, 'reset'],
  [/^Branch: renamed\b/, 'renamed'],
];
const MAKES_COMMIT: ReadonlySet<MoveKind> = new Set([
  'made',
  'amended',
  'picked',
  'reworked',
  'merged',
  'merge-committed',
]);
const REBASE_START = /^(?:rebase|pull)\b.*\(start\)/;
const FAST_FORWARD = /^(?:merge|pull)\b.*: Fast-forward$/;

/** A reflog line's move; undefined for a line that is none. */
export function parseHeadMove(line: string): HeadMove | undefined {
  const [ids, message = ''] = splitOnce(line, '\t');
  const [from, to] = ids.split(' ');
  if (from === undefined || to === undefined || !/^[0-9a-f]{40,64}$/.test(to)) return undefined;
  const time = / (\d+) [+-]\d+$/.exec(ids)?.[1];
  return { from, to, message, atSeconds: time === undefined ? null : Number(time) };
}

/** What the move did. */
export function kindOf({ message }: HeadMove): MoveKind {
  return KINDS.find(([pattern]) => pattern.test(message))?.[1] ?? 'went';
}

/** Commits that were made, not fetched, while HEAD moved (oldest first). */
export function madeCommits(moves: readonly HeadMove[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const made = new Set<string>();
  for (const move of moves) {
    seen.add(move.from);
    // A pick within the second of the original, onto its own parent, makes the same commit again.
    if (MAKES_COMMIT.has(kindOf(move)) && !seen.has(move.to)) made.add(move.to);
    seen.add(move.to);
  }
  return made;
}

/** Whether git wrote files in the move, whatever it was called: then the facts of its commits are needed. */
export function mayHaveWritten(move: HeadMove): boolean {
  const kind = kindOf(move);
  return move.from !== move.to && kind !== 'made' && kind !== 'amended' && kind !== 'renamed';
}

/** Whether the move took its commits from another repository. */
export function isFetching({ message }: HeadMove): boolean {
  return /^(?:pull\b|merge FETCH_HEAD\b)/.test(message);
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
    FAST_FORWARD.test(move.message) || ['merged', 'merge-committed'].includes(kindOf(move));
  if (moves.some(isMerge)) return 'merged';
  const made = madeCommits(moves);
  const rewrites = (move: HeadMove): boolean =>
    kindOf(move) === 'reset' || (kindOf(move) === 'amended' && !made.has(move.from));
  if (moves.some(move => move.from !== move.to && rewrites(move))) return 'reset';
  // Away and back again by checkout alone leaves nothing to tell; away to a commit without a branch does.
  return start.branch === null &&
    start.head !== end.head &&
    moves.some(move => move.message.startsWith('checkout:'))
    ? 'switched'
    : 'linear';
}

function splitOnce(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
