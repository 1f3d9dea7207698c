import {
  type CommitFacts,
  commitOrNull,
  type HistoryFacts,
  mergeKey,
} from '../../../core/snapshots/gitHistory';
import { type HeadMove, kindOf, mayHaveWritten } from '../../../core/snapshots/headMoves';
import { leftByGit } from '../../../core/snapshots/leftByGit';
import type { RawChange } from '../../../core/snapshots/rawChange';
import { isSame, type TreeEntry } from '../../../core/snapshots/restoreDecision';
import { indexNotes } from '../record/indexNotes';
import { type ListedCommit, listCommits } from '../plumbing/commitListing';
import type { HeadFacts } from './headFacts';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { folderOf, type ResetEvidence, wasHardReset } from './resetWays';
import type { GitRoot } from '../record/gitRoot';
import { emptyTreeLike } from './rootChanges';
import { entryOfSide, treesBeside } from '../plumbing/treeEntries';
import { changedEntries } from '../plumbing/treeDiff';

/** Merges of the task whose bases are looked for, a git each (chosen here). */
const MERGES_LIMIT = 200;
/** Paths of one reset that are looked for in the index (chosen here). */
const LOOKED_AT = 50;

/** What is known of a root whose HEAD moved. */
export interface WrittenEvidence {
  readonly live: GitRoot;
  readonly repository: PrivateRepository;
  readonly head: HeadFacts;
  /** Tree of the commit that HEAD named at the start, null where it is not known. */
  readonly startHeadTree: string | null;
  /** What was on the disk at the start, null where the root was not there. */
  readonly startTree: string | null;
  readonly changes: readonly RawChange[];
  /** Resets whose way is known from before, by `resetKey`; the answer adds to them. */
  readonly resets: Map<string, boolean>;
  /** The paths whose bytes on disk are what the committed entry stands for, conversions by git included. */
  readonly isAlike: (compared: readonly Compared[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
}

/** A committed entry and one of the disk at the same path. */
export interface Compared {
  readonly path: string;
  readonly committed: TreeEntry;
  readonly raw: TreeEntry;
}

/** What git's own moves left at the changed paths that they wrote (`leftByGit`). */
export async function gitsOwnWrites(
  evidence: WrittenEvidence,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TreeEntry>> {
  const { head, changes } = evidence;
  if (!head.hasWritten || changes.length === 0) return new Map();
  const commits = await involvedCommits(evidence, signal);
  const mergeBases = await mergeBasesOf(evidence, commits, signal);
  const entries = await entriesOf(evidence, commits, signal);
  const facts: HistoryFacts = {
    start: head.start,
    end: head.end,
    moves: head.moves,
    merging: head.merging,
    commits: commitFacts(commits, head),
    mergeBases,
    hardResets: await hardResets(evidence, entries, signal),
    entryOf: entries.ofCommit,
    entryAtStart: await startEntries(evidence, entries, signal),
  };
  return leftByGit(
    facts,
    changes.map(({ path }) => path),
  );
}

/** What was on the disk at the start, a file that git had converted by its committed entry. */
async function startEntries(
  { head, changes, isAlike }: WrittenEvidence,
  { ofCommit, atStart }: Entries,
  signal: AbortSignal,
): Promise<Entries['atStart']> {
  const paths = changes.map(({ path }) => path);
  const clean = await isAlike(
    paths.map(path => ({ path, committed: ofCommit(head.start, path), raw: atStart(path) })),
    signal,
  );
  return path => (clean.has(path) ? ofCommit(head.start, path) : atStart(path));
}

/** What commits and the disk have at paths. */
interface Entries {
  readonly ofCommit: (commit: string | null, path: string) => TreeEntry;
  readonly atStart: (path: string) => TreeEntry;
  readonly atEnd: (path: string) => TreeEntry;
  /** Where the trees of two commits differ. */
  readonly pathsBetween: (from: string | null, to: string | null) => ReadonlySet<string>;
}

async function entriesOf(
  { repository, head, startHeadTree, startTree, changes }: WrittenEvidence,
  commits: ReadonlyMap<string, ListedCommit>,
  signal: AbortSignal,
): Promise<Entries> {
  const [any] = commits.values();
  const ofStart = head.start === null ? undefined : commits.get(head.start)?.tree;
  const base = ofStart ?? startHeadTree ?? startTree ?? emptyTreeLike(any?.tree ?? null);
  const known =
    startTree === null || base === startTree ? [] : await changedEntries(repository, base, startTree, signal);
  const dirty = new Map(known.map(entry => [entry.path, entry]));
  const empty = emptyTreeLike(base);
  const wanted = [...commits.values()].map(({ tree }) => tree);
  const trees = await treesBeside(repository, base, [...wanted, empty], signal);
  const changed = new Map(changes.map(change => [change.path, change]));
  const treeOf = (commit: string | null): string | undefined =>
    commit === null ? empty : commit === head.start ? base : commits.get(commit)?.tree;
  const ofBase = (path: string): TreeEntry => {
    const entry = dirty.get(path) ?? changed.get(path) ?? trees.get(empty)?.get(path);
    return entry === undefined ? null : entryOfSide(entry.oldMode, entry.oldId);
  };
  const atStart = (path: string): TreeEntry => {
    const change = changed.get(path);
    if (change !== undefined) return entryOfSide(change.oldMode, change.oldId);
    const entry = dirty.get(path);
    return entry === undefined ? ofBase(path) : entryOfSide(entry.newMode, entry.newId);
  };
  return {
    atStart,
    atEnd(path) {
      const change = changed.get(path);
      return change === undefined ? atStart(path) : entryOfSide(change.newMode, change.newId);
    },
    ofCommit(commit, path) {
      const entry = trees.get(treeOf(commit) ?? '')?.get(path);
      return entry === undefined ? ofBase(path) : entryOfSide(entry.newMode, entry.newId);
    },
    pathsBetween(from, to) {
      const [one, other] = [from, to].map(commit => trees.get(treeOf(commit) ?? '') ?? new Map());
      return new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
    },
  };
}

function commitFacts(
  commits: ReadonlyMap<string, ListedCommit>,
  head: HeadFacts,
): ReadonlyMap<string, CommitFacts> {
  const facts = new Map<string, CommitFacts>();
  for (const [id, { parents, signature }] of commits)
    facts.set(id, { parents, signature, origin: originOf(id, head), isOfTask: head.applied.has(id) });
  // Its tree is anchored, also where the commit was collected.
  if (head.start !== null && !facts.has(head.start))
    facts.set(head.start, { parents: [], signature: '', origin: 'foreign' });
  return facts;
}

function originOf(id: string, { own, onOwn }: HeadFacts): CommitFacts['origin'] {
  return own.has(id) ? 'own' : onOwn.has(id) ? 'foreign-on-own' : 'foreign';
}

/** Which moves were resets that wrote files: looked at once, while the disk still tells. */
async function hardResets(
  evidence: WrittenEvidence,
  entries: Entries,
  signal: AbortSignal,
): Promise<ReadonlySet<number>> {
  const { head, live, resets } = evidence;
  const hard = new Set<number>();
  const later = new Set<string>();
  const moves = head.moves ?? [];
  for (let i = moves.length - 1; i >= 0; i -= 1) {
    const move = moves[i];
    if (move === undefined || move.from === move.to || !mayHaveWritten(move)) continue;
    const [from, to] = [commitOrNull(move.from), commitOrNull(move.to)];
    const paths = [...entries.pathsBetween(from, to)].filter(
      path => !isSame(entries.ofCommit(from, path), entries.ofCommit(to, path)),
    );
    if (kindOf(move) === 'reset' && live.repository !== undefined) {
      const key = `${i} ${move.from} ${move.to}`;
      const known = resets.get(key);
      const asked = paths.filter(path => !later.has(path));
      const found =
        known ??
        (await wasHardReset(
          live.repository,
          await resetEvidence(evidence, move, { asked, later }, entries, signal),
        ));
      resets.set(key, found);
      if (!found) continue;
      hard.add(i);
    }
    // What was written again later tells nothing of what went before.
    for (const path of paths) later.add(path);
  }
  return hard;
}

async function resetEvidence(
  { head, isAlike, live }: WrittenEvidence,
  move: HeadMove,
  { asked: paths, later }: { readonly asked: readonly string[]; readonly later: ReadonlySet<string> },
  entries: Entries,
  signal: AbortSignal,
): Promise<ResetEvidence> {
  const moves = head.moves ?? [];
  const against = (commit: string): readonly Compared[] =>
    paths.map(path => ({
      path,
      committed: entries.ofCommit(commitOrNull(commit), path),
      raw: entries.atEnd(path),
    }));
  const stayed = await isAlike(against(move.from), signal);
  const reached = await isAlike(against(move.to), signal);
  const notes = await indexNotes(live, paths.slice(0, LOOKED_AT), signal);
  const others = moves.filter(
    other => other !== move && (mayHaveWritten(other) || kindOf(other) === 'reset'),
  );
  return {
    move,
    lastAtBytes: moves.at(-1) === move ? head.reflogBytes : null,
    staysInIndex: [...notes].some(([path, { entry }]) =>
      isSame(entry, entries.ofCommit(commitOrNull(move.from), path)),
    ),
    notes,
    hasRewritten: moves.slice(moves.indexOf(move) + 1).some(givesUp),
    isNotedOnce: others.every(other => other.from !== move.from),
    stayed: [...stayed],
    present: [...reached].filter(path => entries.atEnd(path) !== null),
    gone: [...reached].filter(path => entries.atEnd(path) === null),
    writtenLater: new Set([...later].map(folderOf)),
  };
}

/** An abort and a stash write the files of HEAD again. */
function givesUp(move: HeadMove): boolean {
  return (kindOf(move) === 'reset' && move.from === move.to) || move.message.includes('(abort)');
}

/** Every commit whose tree matters: those of the moves, the task's own with their parents, and bases of merges. */
async function involvedCommits(
  { live, head }: WrittenEvidence,
  signal: AbortSignal,
): Promise<Map<string, ListedCommit>> {
  const wanted = new Set((head.moves ?? []).flatMap(({ from, to }) => [from, to]));
  for (const id of [head.start, head.end, head.merging]) if (id !== null) wanted.add(id);
  for (const id of [...head.own, ...head.onOwn]) {
    wanted.add(id);
    for (const parent of head.listed.get(id)?.parents ?? []) wanted.add(parent);
  }
  const commits = new Map<string, ListedCommit>();
  const unlisted: string[] = [];
  for (const id of wanted) {
    const listed = head.listed.get(id);
    if (listed !== undefined) commits.set(id, listed);
    else if (!/^0+$/.test(id)) unlisted.push(id);
  }
  if (live.repository !== undefined && unlisted.length > 0) {
    const found = await listCommits(live.git, live.repository, unlisted, ['--no-walk=unsorted'], signal);
    for (const commit of found ?? []) commits.set(commit.id, commit);
  }
  return commits;
}

/** The bases of merges that the task made or began; the bases join `commits`. */
async function mergeBasesOf(
  { live, head }: WrittenEvidence,
  commits: Map<string, ListedCommit>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const { repository, git } = live;
  if (repository === undefined) return new Map();
  const pairs: (readonly [string, string])[] = [];
  for (const id of [...head.own, ...head.onOwn]) {
    const [first, ...others] = commits.get(id)?.parents ?? [];
    for (const other of others) pairs.push([first ?? '', other]);
  }
  if (head.merging !== null && head.end !== null) pairs.push([head.end, head.merging]);
  const bases = new Map<string, string>();
  for (const [first, second] of pairs.slice(0, MERGES_LIMIT)) {
    if (![first, second].every(id => commits.has(id))) continue;
    const args = ['merge-base', first, second];
    const base = await git.text({ cwd: repository.folder, args, signal, answers: [1, 128] });
    if (/^[0-9a-f]{40,64}$/.test(base)) bases.set(mergeKey(first, second), base);
  }
  const missing = [...new Set(bases.values())].filter(id => !commits.has(id));
  const found = await listCommits(git, repository, missing, ['--no-walk=unsorted'], signal);
  for (const commit of found ?? []) commits.set(commit.id, commit);
  return bases;
}
