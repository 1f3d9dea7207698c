import { checkText } from '../../../core/snapshots/checkTexts';
import {
  type HeadMove,
  historyOf,
  isFetching,
  kindOf,
  madeCommits,
  mayHaveWritten,
  parseHeadMove,
} from '../../../core/snapshots/headMoves';
import type { DroppedCommit, TaskAccount } from '../../../core/snapshots/snapshot';
import { type ListedCommit, listCommits } from '../plumbing/commitListing';
import { appliedHere, madeHereSince } from './commitOrigins';
import type { GitPlumbing } from '../plumbing/gitPlumbing';
import { movesBetween } from '../plumbing/headState';
import { rewrittenElsewhere } from './rewrittenElsewhere';
import type { Repository } from '../plumbing/repository';
import type { RootMoment } from '../record/rootMoment';

/** Commits that one answer lists (chosen here). */
const COMMITS_LIMIT = 200;
/** Commits that one task is looked for in (chosen here): what lies beyond counts as made by others. */
const WALK_LIMIT = 5_000;

/** What HEAD did between a task's start and end. */
export interface HeadFacts {
  readonly start: string | null;
  readonly end: string | null;
  readonly history: TaskAccount['history'];
  readonly commits: TaskAccount['commits'];
  readonly dropped: readonly DroppedCommit[];
  /** Oldest first; undefined where the reflog does not tell. */
  readonly moves: readonly HeadMove[] | undefined;
  /** How long the reflog was at the end. */
  readonly reflogBytes: number | null;
  /** Commit that a merge begun meanwhile brings in. */
  readonly merging: string | null;
  /** Whether git may have written files: only then it matters whose commits are. */
  readonly hasWritten: boolean;
  /** Commits that the start does not have. */
  readonly listed: ReadonlyMap<string, ListedCommit>;
  /** Of these, the ones that were made in this repository meanwhile. */
  readonly own: ReadonlySet<string>;
  /** Of the own, the ones that were applied from other commits that only the task can have made. */
  readonly applied: ReadonlySet<string>;
  /** Of the rest, the ones that have own commits below them: others went on from what was pushed. */
  readonly onOwn: ReadonlySet<string>;
  readonly warnings: readonly string[];
}

/** The repository and the two moments between which HEAD is followed; no start where the repository is new. */
export interface HeadSpan {
  readonly git: GitPlumbing;
  readonly repository: Repository;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment;
  /** When the task began, by the machine's clock. */
  readonly sinceMs: number;
}

/** Reads HEAD's moves between two snapshots of a repository. */
export async function headFacts(span: HeadSpan, signal: AbortSignal): Promise<HeadFacts> {
  const warnings: string[] = [];
  const start = span.start?.snapshot.head ?? null;
  const end = span.end.snapshot.head;
  const lines = await linesOf(span);
  const isHidden = lines === undefined || (lines.length === 0 && start !== end);
  const parsed = lines?.map(parseHeadMove).filter(move => move !== undefined) ?? [];
  const moves = isHidden ? undefined : sinceStart(parsed, span);
  const merging = newMerge(span);
  const ids = (moves ?? []).flatMap(({ from, to }) => [from, to]);
  const tips = [...new Set([...ids, end, merging])].filter(
    id => id !== null && id !== start && !/^0+$/.test(id),
  );
  const without = start === null ? [] : [`^${start}`];
  const walked = await listCommits(
    span.git,
    span.repository,
    tips.length === 0 ? [] : [...tips.map(String), ...without],
    ['--topo-order', `--max-count=${WALK_LIMIT}`],
    signal,
  );
  const listed = new Map((walked ?? []).map(commit => [commit.id, commit]));
  const made = madeCommits(moves ?? []);
  const own = await ownOf(span, { listed, made, moves }, signal);
  const applied = await appliedOf(span, { listed, made, moves }, signal);
  const isStartGone = isHidden && start !== null && start !== end && !(await isThere(span, start, signal));
  if (isHidden && start !== end) warnings.push(checkText('noReflog'));
  if (isStartGone) warnings.push(checkText('noStart'));
  const reached = ancestorsIn(listed, end);
  return {
    start,
    end,
    history: historyFrom(moves, span),
    commits: isStartGone ? [] : commitsOf(reached, moves === undefined ? null : own),
    dropped: isStartGone ? [] : await droppedOf(span, { listed, reached, moves }, signal),
    moves,
    reflogBytes: span.end.record?.reflogBytes ?? null,
    merging,
    // Where not even the start's commit is left, it may be another repository: nothing was brought for certain.
    hasWritten: merging !== null || (moves?.some(mayHaveWritten) ?? (!isStartGone && end !== null)),
    listed,
    own,
    applied,
    onOwn: above(own, listed),
    warnings,
  };
}

/** The listed commits that have one of these below them, and are none of them. */
function above(own: ReadonlySet<string>, listed: ReadonlyMap<string, ListedCommit>): ReadonlySet<string> {
  const found = new Set<string>();
  // Listed after all that they are made on, when read from the end.
  for (const { id, parents } of [...listed.values()].toReversed())
    if (!own.has(id) && parents.some(parent => own.has(parent) || found.has(parent))) found.add(id);
  return found;
}

/** A merge that is not committed yet has brought its files already. */
function newMerge({ start, end }: HeadSpan): string | null {
  const merging = end.record?.mergeHead ?? null;
  return merging === start?.record?.mergeHead || end.snapshot.head === null ? null : merging;
}

async function linesOf({ repository, start, end }: HeadSpan): Promise<readonly string[] | undefined> {
  const from = start === undefined ? { lastMove: null, reflogBytes: 0 } : start.record;
  return from === undefined || end.record === undefined
    ? undefined
    : await movesBetween(repository, from, end.record);
}

/**
 * Of a repository that appeared in the task, with a reflog that is older, as of a submodule that is checked out again: all that HEAD
 * did before is nobody's work in the task, and git's to put on the disk.
 */
function sinceStart(moves: readonly HeadMove[], { start, sinceMs }: HeadSpan): readonly HeadMove[] {
  // Of the same second nobody can tell, and no work is to be hidden.
  const since = Math.floor(sinceMs / 1_000);
  const first = moves.findIndex(({ atSeconds }) => atSeconds === null || atSeconds >= since);
  const recent = first === -1 ? [] : moves.slice(first);
  const [oldest] = moves;
  const last = moves[moves.length - recent.length - 1];
  if (start !== undefined || oldest === undefined || last === undefined) return moves;
  return [{ ...last, from: oldest.from, message: 'checkout: what was there before' }, ...recent];
}

function historyFrom(
  moves: readonly HeadMove[] | undefined,
  { start, end }: HeadSpan,
): TaskAccount['history'] {
  if (start?.snapshot.method !== 'tree') return 'linear';
  // Two branches are a switch whatever else happened; on one branch, a reflog that was cut may have told anything.
  return moves === undefined && start.snapshot.branch === end.snapshot.branch
    ? 'unknown'
    : historyOf(moves ?? [], start.snapshot, end.snapshot);
}

/** Commits that were made here meanwhile: by HEAD, or without its reflog saying so. */
async function ownOf(
  { git, repository, start, sinceMs }: HeadSpan,
  known: {
    readonly listed: ReadonlyMap<string, ListedCommit>;
    readonly made: ReadonlySet<string>;
    readonly moves: readonly HeadMove[] | undefined;
  },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const commits = [...known.listed.values()];
  const byHead = commits.filter(({ id }) => known.made.has(id)).map(({ id }) => id);
  const others = commits.filter(({ id }) => !known.made.has(id));
  const before = Object.values(start?.record?.branches ?? {});
  const found = await madeHereSince(
    git,
    repository,
    others,
    { sinceMs, fetched: pulledBy(known), before },
    signal,
  );
  return new Set([...byHead, ...found]);
}

/** What pulls brought, also those by address, of which git keeps no other note than the last. */
function pulledBy({
  moves,
  made,
  listed,
}: {
  readonly listed: ReadonlyMap<string, ListedCommit>;
  readonly made: ReadonlySet<string>;
  readonly moves: readonly HeadMove[] | undefined;
}): readonly string[] {
  return (moves ?? [])
    .filter(isFetching)
    .flatMap(({ to }) => (made.has(to) ? (listed.get(to)?.parents.slice(1) ?? []) : [to]));
}

/** Commits applied from others that no HEAD here was at, but that were written in the task and that nobody else has. */
async function appliedOf(
  { git, repository, start, sinceMs }: HeadSpan,
  known: {
    readonly listed: ReadonlyMap<string, ListedCommit>;
    readonly made: ReadonlySet<string>;
    readonly moves: readonly HeadMove[] | undefined;
  },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const picked = (known.moves ?? []).filter(move => kindOf(move) === 'picked');
  const commits = picked.map(({ to }) => known.listed.get(to)).filter(commit => commit !== undefined);
  const before = [...Object.values(start?.record?.branches ?? {}), ...pulledBy(known)];
  return await appliedHere(git, repository, commits, { sinceMs, before }, signal);
}

async function isThere({ git, repository }: HeadSpan, id: string, signal: AbortSignal): Promise<boolean> {
  const args = ['cat-file', '-e', id];
  const { code } = await git.run({ cwd: repository.folder, args, signal, answers: [1, 128] });
  return code === 0;
}

/** The commits of the list that the commit has, newest first. */
function ancestorsIn(
  listed: ReadonlyMap<string, ListedCommit>,
  commit: string | null,
): readonly ListedCommit[] {
  const reached = new Set<string>();
  const queue = commit === null ? [] : [commit];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const found = reached.has(id) ? undefined : listed.get(id);
    if (found === undefined) continue;
    reached.add(id);
    queue.push(...found.parents);
  }
  return [...listed.values()].filter(({ id }) => reached.has(id));
}

function commitsOf(
  reached: readonly ListedCommit[],
  own: ReadonlySet<string> | null,
): TaskAccount['commits'] {
  return reached
    .filter(({ id }) => own === null || own.has(id))
    .slice(0, COMMITS_LIMIT)
    .map(({ id, subject }) => ({ id, subject }))
    .toReversed();
}

/** Commits that the start had, and that no branch, tag or remote has any more. */
async function droppedOf(
  { git, repository, start, end }: HeadSpan,
  known: {
    readonly listed: ReadonlyMap<string, ListedCommit>;
    readonly reached: readonly ListedCommit[];
    readonly moves: readonly HeadMove[] | undefined;
  },
  signal: AbortSignal,
): Promise<readonly DroppedCommit[]> {
  const from = start?.snapshot.head ?? null;
  const to = end.snapshot.head;
  const isKept = from === null || from === to || known.reached.some(({ parents }) => parents.includes(from));
  const moved = movedBranches(start?.record?.branches, end.record?.branches).filter(id => id !== from);
  const left = isKept ? moved : [from, ...moved];
  const options = [`--max-count=${COMMITS_LIMIT}`, '--not', '--branches', '--tags', '--remotes', '--not'];
  const gone = await listCommits(
    git,
    repository,
    left.length === 0 ? [] : [...left, ...(to === null ? [] : [`^${to}`])],
    options,
    signal,
  );
  if (gone === undefined || gone.length === 0) return [];
  // What was made of them may be on another branch, as after a rebase of that, or an amend in another worktree.
  const places = [git, repository, start?.record?.branches ?? {}, end.record?.branches ?? {}] as const;
  const others = await rewrittenElsewhere(...places, left, signal);
  const rewritten = new Map([
    ...others,
    ...known.reached.map(({ id, signature }) => [signature, id] as const),
  ]);
  for (const move of known.moves ?? []) {
    if (kindOf(move) === 'amended') rewritten.set(move.from, move.to);
  }
  return gone.toReversed().map(({ id, subject, signature }) => {
    const rewrittenAs = rewritten.get(id) ?? rewritten.get(signature);
    return { id, subject, ...(rewrittenAs === undefined ? {} : { rewrittenAs }) };
  });
}

/** Commits of branches that are not where they were. */
function movedBranches(
  before: Readonly<Record<string, string>> | undefined,
  after: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  if (before === undefined || after === undefined) return [];
  return Object.entries(before)
    .filter(([name, id]) => after[name] !== id)
    .map(([, id]) => id);
}
