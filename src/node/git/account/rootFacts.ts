import type { IntervalFacts, RootFacts } from '../../../core/snapshots/attribution';
import { ABSENT, isAddition, isDeletion, type RawChange } from '../../../core/snapshots/rawChange';
import { isFile, isSame } from '../../../core/snapshots/restoreDecision';
import type { TaskId } from '../../../core/snapshots/snapshot';
import { Refusal } from '../../../core/support/refusal';
import { blobContents } from '../plumbing/blobContents';
import { SAMPLED } from '../plumbing/changedFiles';
import { type Candidate, convertedAlike } from '../plumbing/cleanContent';
import { isStoreApart } from './goneRoot';
import type { HeadFacts } from './headFacts';
import { type Compared, gitsOwnWrites } from './gitsOwnWrites';
import { type KeptPlace, keptWork, type OtherWorktree } from './keptWork';
import { fetchedOver } from './otherVersions';
import { ignoredUnder } from '../record/ignoredPaths';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { GitRoot } from '../record/gitRoot';
import type { RootDiff, RootMoment } from '../record/rootMoment';
import { thrownAway, writtenOver } from './thrownAway';
import { changedEntries } from '../plumbing/treeDiff';
import { entryOfSide } from '../plumbing/treeEntries';
import { rawName, readableName } from '../plumbing/worktreeListing';

/** What the facts of a repository are made from. */
export interface RootEvidence {
  readonly task: TaskId;
  /** The root as it is now; undefined where it is not a repository, or not there any more. */
  readonly live: GitRoot | undefined;
  readonly repository: PrivateRepository;
  readonly start: RootMoment | undefined;
  readonly end: RootMoment | undefined;
  /** Tree of the commit that HEAD named at the start. */
  readonly startHeadTree: string | null;
  readonly diff: RootDiff;
  readonly intervals: readonly IntervalFacts[];
  readonly head: HeadFacts | undefined;
  /** See `WrittenEvidence.resets`. */
  readonly resets: Map<string, boolean>;
  readonly worktrees: readonly OtherWorktree[];
  /** Of a worktree that is gone: another one of its repository, at the end. */
  readonly beside?: RootMoment | undefined;
}

/** Gathers what the rules of attribution need to know of a root, and where git keeps work that is off the disk. */
export async function rootFacts(
  evidence: RootEvidence,
  signal: AbortSignal,
): Promise<RootFacts & { readonly keptIn: ReadonlyMap<string, KeptPlace> }> {
  const { diff } = evidence;
  const imported = await importedPaths(evidence, signal);
  const { dirty, ...ofHead } = await headOfStartFacts(evidence, signal);
  const gone = await thrownAway(
    evidence,
    [...ofHead.dirtyAtStart].filter(path => imported.has(path)),
    signal,
  );
  const facts = { ...ofHead, dirty, imported };
  const over = await unlessGone(overwritten(evidence, facts, signal), new Set<string>());
  const deleted = new Set(diff.changes.filter(isDeletion).map(({ path }) => path));
  const offDisk = [imported, gone, over, deleted, ofHead.asHeadOfStart];
  const keptIn = await unlessGone(
    keptWork(
      evidence,
      dirty.filter(({ path }) => offDisk.some(paths => paths.has(path))),
      async compared => await alikePaths(evidence, compared, signal),
      signal,
    ),
    new Map<string, KeptPlace>(),
  );
  return {
    task: evidence.task,
    changes: diff.changes,
    renames: diff.renames,
    lines: diff.lines,
    intervals: evidence.intervals,
    imported,
    ...(await ignoreFacts(evidence, signal)),
    ...ofHead,
    thrownAway: new Set([...gone, ...over]),
    kept: new Set(keptIn.keys()),
    keptIn,
  };
}

/** The answer, or the other one where git can't read what it needs, as a partial clone does not have it: the account stands without it. */
export async function unlessGone<T>(answer: Promise<T>, other: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!Refusal.is(error, 'git-failed')) throw error;
    return other;
  }
}

/** Work that was not committed before the task, and that git wrote over with what another commit has. */
async function overwritten(
  evidence: RootEvidence,
  facts: Pick<RootFacts, 'dirtyAtStart' | 'asHeadOfStart' | 'imported'> & {
    readonly dirty: readonly RawChange[];
  },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { diff, start } = evidence;
  const asked = diff.changes.filter(
    change =>
      facts.dirtyAtStart.has(change.path) &&
      !facts.imported.has(change.path) &&
      !facts.asHeadOfStart.has(change.path) &&
      !isDeletion(change),
  );
  const isMerging = (start?.record?.mergeHead ?? null) !== null;
  if (asked.length === 0 || isMerging) return new Set();
  const moved = await asHeadOfEnd(evidence, asked, signal);
  const before = new Map(facts.dirty.map(entry => [entry.path, entry]));
  const fetched = await fetchedOver(
    evidence,
    asked.flatMap(change => {
      const entry = before.get(change.path);
      return entry === undefined || moved.has(change.path) ? [] : [{ before: entry, change }];
    }),
    async compared => await alikePaths(evidence, compared, signal),
    signal,
  );
  return await writtenOver(evidence, [...moved, ...fetched], signal);
}

/** The changed paths that are now as the commit has them that HEAD names, where HEAD's moves wrote files. */
async function asHeadOfEnd(
  evidence: RootEvidence,
  asked: readonly RawChange[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { repository, head, end } = evidence;
  const to = head?.end ?? null;
  const tree = end?.snapshot.tree ?? null;
  if (head?.hasWritten !== true || to === null || tree === null) return new Set();
  const beside = new Map((await changedEntries(repository, to, tree, signal)).map(each => [each.path, each]));
  // The tree has nothing of what is too large to be kept, which tells nothing of the commit.
  const large = new Set(end?.record?.withheld.map(({ name }) => readableName(name)));
  return await alikePaths(
    evidence,
    asked.flatMap(({ path, newMode, newId }) => {
      if (large.has(path)) return [];
      const raw = entryOfSide(newMode, newId);
      const other = beside.get(path);
      return [{ path, raw, committed: other === undefined ? raw : entryOfSide(other.oldMode, other.oldId) }];
    }),
    signal,
  );
}

/** The changed paths that are as git's own moves left them. */
async function importedPaths(evidence: RootEvidence, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { live, head, diff, repository, startHeadTree, start, end, resets } = evidence;
  if (end === undefined) return await takenAway(evidence, signal);
  if (head === undefined || live === undefined) return new Set();
  const isAlike = (compared: readonly Compared[]) => alikePaths(evidence, compared, signal);
  const startTree = start?.snapshot.tree ?? null;
  const { changes } = diff;
  const left = await gitsOwnWrites(
    { live, repository, head, startHeadTree, startTree, changes, resets, isAlike },
    signal,
  );
  return await isAlike(
    changes.flatMap(({ path, newMode, newId }) => {
      const committed = left.get(path);
      return committed === undefined ? [] : [{ path, committed, raw: entryOfSide(newMode, newId) }];
    }),
  );
}

/**
 * Of a worktree or submodule that was taken off the disk, the files that were as its commit had them: its repository still has
 * them, as it had when it put them there.
 */
async function takenAway(
  { start, repository, diff }: RootEvidence,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { head = null, tree = null } = start?.snapshot ?? {};
  if (head === null || tree === null || !isStoreApart(start)) return new Set();
  const changed = new Set((await changedEntries(repository, head, tree, signal)).map(({ path }) => path));
  return new Set(diff.changes.filter(({ path }) => !changed.has(path)).map(({ path }) => path));
}

/** The paths whose bytes on disk are what the commit stands for. */
export async function alikePaths(
  evidence: Pick<RootEvidence, 'live' | 'repository' | 'start' | 'end'>,
  compared: readonly Compared[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const same = compared.filter(({ committed, raw }) => isSame(committed, raw)).map(({ path }) => path);
  const others = compared.flatMap(({ path, committed, raw }) =>
    committed === null || raw === null || !isFile(committed) || isSame(committed, raw)
      ? []
      : [{ path, oldMode: committed.mode, oldId: committed.id, newMode: raw.mode, newId: raw.id }],
  );
  const { alike } = await afterConversion(evidence, others, signal);
  return new Set([...same, ...[...alike].map(({ path }) => path)]);
}

async function ignoreFacts(
  evidence: RootEvidence,
  signal: AbortSignal,
): Promise<Pick<RootFacts, 'ignoredAtStart' | 'ignoredAtEnd'>> {
  const { repository, start, end, diff } = evidence;
  const none = { ignoredAtStart: new Set<string>(), ignoredAtEnd: new Set<string>() };
  const added = diff.changes.filter(isAddition).map(change => rawName(change.path));
  const rulesOf = (moment: RootMoment | undefined): string => moment?.record?.exclude ?? '';
  const startTree = start?.snapshot.tree ?? null;
  const endTree = end?.snapshot.tree ?? null;
  if (startTree === null || endTree === null) return none;
  // Without a changed rule nothing can be revealed.
  const isRuleChanged =
    rulesOf(start) !== rulesOf(end) || diff.changes.some(change => /(?:^|\/)\.gitignore$/.test(change.path));
  if (!isRuleChanged) return none;
  const ignored = async (tree: string, moment: RootMoment | undefined): Promise<ReadonlySet<string>> => {
    const names = await ignoredUnder(repository, tree, rulesOf(moment), added, signal);
    return new Set([...names].map(readableName));
  };
  return { ignoredAtStart: await ignored(startTree, start), ignoredAtEnd: await ignored(endTree, end) };
}

/** Compares both moments with the commit from which the task started. */
async function headOfStartFacts(
  evidence: RootEvidence,
  signal: AbortSignal,
): Promise<Pick<RootFacts, 'dirtyAtStart' | 'asHeadOfStart'> & { readonly dirty: readonly RawChange[] }> {
  const { repository, startHeadTree, start, diff } = evidence;
  const startTree = start?.snapshot.tree ?? null;
  if (startHeadTree === null || startTree === null || diff.changes.length === 0)
    return { dirty: [], dirtyAtStart: new Set(), asHeadOfStart: new Set() };
  const ofHead = await changedEntries(repository, startHeadTree, startTree, signal);
  const atStart = new Map(ofHead.map(entry => [entry.path, entry]));
  // Of what is too large to be kept the tree has nothing, but its change says what it was.
  const changes = new Map(diff.changes.map(change => [change.path, change]));
  for (const { name } of start?.record?.withheld ?? []) {
    const path = readableName(name);
    const { oldMode: newMode, oldId: newId } = changes.get(path) ?? { oldMode: ABSENT, oldId: '' };
    const { oldMode, oldId } = atStart.get(path) ?? { oldMode: ABSENT, oldId: '' };
    if (newMode !== ABSENT) atStart.set(path, { path, oldMode, oldId, newMode, newId });
  }
  // In an unfinished merge git wrote the files, not a person: giving one side back destroys nothing.
  const merging = start?.record?.mergeHead ?? null;
  const isMerging = merging !== null;
  const pairs = diff.changes.flatMap(change => {
    const before = atStart.get(change.path);
    if (before === undefined || isAddition(change)) return [];
    return [{ before, after: { ...change, oldMode: before.oldMode, oldId: before.oldId } }];
  });
  const { alike, unknown } = await afterConversion(
    evidence,
    pairs.flatMap(pair => [pair.before, pair.after]),
    signal,
  );
  const theirs = merging === null ? null : await differencesFrom(repository, merging, startTree, signal);
  const differing = pairs.filter(
    ({ before }) => !alike.has(before) && !unknown.has(before) && theirs?.has(before.path) !== false,
  );
  const turned = await onlyTurned(
    repository,
    differing.map(({ before }) => before),
    signal,
  );
  const dirty = differing.filter(({ before }) => !turned.has(before));
  const back = dirty.filter(
    ({ after }) =>
      !isMerging &&
      !isDeletion(after) &&
      (alike.has(after) || (after.oldId === after.newId && after.oldMode === after.newMode)),
  );
  return {
    dirty: dirty.map(({ before }) => before),
    dirtyAtStart: new Set(dirty.map(({ before }) => before.path)),
    asHeadOfStart: new Set(back.map(({ after }) => after.path)),
  };
}

/** Entries that differ in their line ends alone: no work, also where the rule by which git turned them is gone now. */
async function onlyTurned(
  repository: PrivateRepository,
  entries: readonly RawChange[],
  signal: AbortSignal,
): Promise<ReadonlySet<RawChange>> {
  const asked = entries.filter(
    ({ oldMode, newMode, oldId, newId }) =>
      oldMode === newMode && oldId !== newId && !newId.startsWith(SAMPLED) && oldMode.startsWith('100'),
  );
  if (asked.length === 0) return new Set();
  const ids = asked.flatMap(({ oldId, newId }) => [oldId, newId]);
  const contents = await unlessGone(blobContents(repository, ids, signal), new Map<string, Buffer>());
  const plain = (id: string): string | undefined =>
    contents.get(id)?.toString('latin1').replaceAll('\r\n', '\n');
  return new Set(asked.filter(({ oldId, newId }) => contents.has(oldId) && plain(oldId) === plain(newId)));
}

/** Where the disk is not as the side that a merge brings has it; null where that side's commit is gone. */
async function differencesFrom(
  repository: PrivateRepository,
  merging: string,
  tree: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  try {
    return new Set((await changedEntries(repository, merging, tree, signal)).map(({ path }) => path));
  } catch (error) {
    if (!Refusal.is(error, 'git-failed')) throw error;
    return null;
  }
}

/** What entries with a committed old and a raw new side are to git, which converts. */
async function afterConversion(
  evidence: Pick<RootEvidence, 'live' | 'repository' | 'start' | 'end'>,
  entries: readonly RawChange[],
  signal: AbortSignal,
): Promise<{ readonly alike: ReadonlySet<RawChange>; readonly unknown: ReadonlySet<RawChange> }> {
  const { live, repository, start, end } = evidence;
  if (live?.repository === undefined) return { alike: new Set(), unknown: new Set() };
  const candidates = new Map<Candidate, RawChange>();
  const notStored = new Set(
    [start, end].flatMap(moment => moment?.record?.withheld ?? []).map(({ id }) => id),
  );
  for (const entry of entries) {
    const isSameKind = entry.oldMode === entry.newMode && entry.oldMode.startsWith('100');
    if (isSameKind && entry.oldId !== entry.newId && !notStored.has(entry.newId))
      candidates.set({ path: entry.path, committedId: entry.oldId, rawId: entry.newId }, entry);
  }
  const found = await convertedAlike(live.git, live.repository, repository, [...candidates.keys()], signal);
  const entriesOf = (some: ReadonlySet<Candidate>): ReadonlySet<RawChange> =>
    new Set([...some].map(candidate => candidates.get(candidate)).filter(entry => entry !== undefined));
  return { alike: entriesOf(found.alike), unknown: entriesOf(found.unknown) };
}
