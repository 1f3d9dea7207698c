import { checkText } from '../../../core/snapshots/checkTexts';
import type { RootMoment, RootDiff } from '../record/rootMoment';
import { ABSENT, isAddition, type RawChange } from '../../../core/snapshots/rawChange';
import { Refusal } from '../../../core/support/refusal';
import type { ManifestRecorder } from '../record/manifestRecorder';
import { lackingWords } from './lacking';
import { manifestDiff, movesIn } from './manifestDiff';
import { SAMPLED } from '../plumbing/changedFiles';
import type { PrivateRepository } from '../plumbing/privateRepository';
import type { WithheldFile } from '../plumbing/snapshotRecords';
import { diffTrees, type TreeDiff } from '../plumbing/treeDiff';
import { diskName, rawName } from '../plumbing/rawNames';
import { entriesOf, readableName } from '../plumbing/worktreeListing';

/** What reads a root's snapshots. */
export type RootReader =
  | { readonly type: 'trees'; readonly repository: PrivateRepository }
  | { readonly type: 'manifests'; readonly recorder: ManifestRecorder };

/** The answer that says nothing, and why. */
export function nothingSaid(reason: string): RootDiff {
  return { changes: [], renames: [], lines: new Map(), partial: [reason], unknown: reason };
}

/** A tree without entries: git knows it without storing it. */
const EMPTY_TREES: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

/** Everything in the root that is not the same at both moments. */
export async function rootDiff(
  reader: RootReader,
  from: RootMoment | undefined,
  to: RootMoment | undefined,
  signal: AbortSignal,
): Promise<RootDiff> {
  const missing = [from, to].find(moment => moment !== undefined && moment.snapshot.tree === null);
  if (missing !== undefined) {
    return nothingSaid(missing.snapshot.partial ?? checkText('notRecorded'));
  }
  if (reader.type === 'manifests') return await manifestDiff(reader.recorder, from, to);
  const empty = emptyTreeLike(from?.snapshot.tree ?? to?.snapshot.tree ?? null);
  const fromTree = from?.snapshot.tree ?? empty;
  const toTree = to?.snapshot.tree ?? empty;
  const { repository } = reader;
  let diff: TreeDiff;
  try {
    diff = await diffTrees(repository, fromTree, toTree, signal);
  } catch (error) {
    if (!Refusal.is(error, 'git-failed')) throw error;
    return nothingSaid(checkText('recordGone', placeWords(from ?? to)));
  }
  const partial = [...new Set([...(from?.record?.gaps ?? []), ...(to?.record?.gaps ?? [])])];
  const lacking = lackingWords(diff, (from ?? to)?.snapshot.label ?? '');
  if (lacking !== undefined) partial.push(lacking);
  const compared = withoutClosed(diff.changes, from, to, partial);
  const changes = await withWithheld(repository, compared, from, to, partial, signal);
  // Git knows nothing of the moves of files whose content was withheld.
  const before = withheldBy(from);
  const moves = movesIn(changes.filter(change => isAddition(change) || before.has(change.path)));
  const renames = [...diff.renames, ...moves];
  const isCut = [from, to].map(moment => moment?.record?.skippedUntracked === true);
  const seen = new Set(from?.record?.hidden);
  const hidden = (to?.record?.hidden ?? []).filter(name => !seen.has(name)).map(readableName);
  if (!isCut.includes(true)) return { ...diff, changes, renames, partial, hidden };
  const reason = checkText(isCut.includes(false) ? 'newLeftOutOnce' : 'newLeftOut');
  // What is in one list only may be a file that was left out in the other.
  const isTold = (change: RawChange): boolean => change.oldMode !== ABSENT && change.newMode !== ABSENT;
  const known = isCut.includes(false) ? changes.filter(isTold) : changes;
  // Without any other change it says nothing: all that happened may be among the files that were left out.
  const unknown = known.length === 0 ? { unknown: reason } : {};
  return { ...diff, changes: known, partial: [...partial, reason], hidden, ...unknown };
}

function placeWords(moment: RootMoment | undefined): string {
  const label = moment?.snapshot.label ?? '';
  return label === '' ? 'the workspace' : label;
}

/** The tree without entries in the format of the given one. */
export function emptyTreeLike(tree: string | null): string {
  return EMPTY_TREES[tree?.length ?? 0] ?? '';
}

/**
 * The changes without those in folders that could not be read at the first moment and can be at the second: what is in them was there
 * before, for all that is known. The other way round the second tree has what the first one had.
 */
function withoutClosed(
  changes: readonly RawChange[],
  from: RootMoment | undefined,
  to: RootMoment | undefined,
  partial: string[],
): readonly RawChange[] {
  const [before, after] = [from, to].map(moment => moment?.record?.closed?.map(readableName) ?? []);
  const opened = before?.filter(name => after?.includes(name) !== true) ?? [];
  for (const name of [...opened, ...(after?.filter(each => before?.includes(each) !== true) ?? [])])
    partial.push(checkText('unreadOnce', name));
  return changes.filter(({ path }) => !opened.some(name => path.startsWith(name)));
}

/** Puts in what the trees do not have: files whose content was withheld. */
async function withWithheld(
  repository: PrivateRepository,
  changes: readonly RawChange[],
  from: RootMoment | undefined,
  to: RootMoment | undefined,
  partial: string[],
  signal: AbortSignal,
): Promise<readonly RawChange[]> {
  const before = withheldBy(from);
  const after = withheldBy(to);
  const paths = new Set([...before.keys(), ...after.keys()]);
  if (paths.size === 0) return changes;
  const byPath = new Map(changes.map(change => [change.path, change]));
  for (const path of paths) {
    const old = before.get(path);
    const now = after.get(path);
    const known = byPath.get(path);
    byPath.delete(path);
    if (old?.id === null || now?.id === null) {
      if (old?.stamp !== now?.stamp) partial.push(checkText('unreadFile', path));
      continue;
    }
    if (isWritten(old, now)) partial.push(checkText('tooLarge', path));
    const kept =
      known === undefined && (old === undefined || now === undefined)
        ? await entryIn(repository, (old === undefined ? from : to)?.snapshot.tree, path, signal)
        : undefined;
    const change = {
      path,
      oldMode: old?.mode ?? known?.oldMode ?? kept?.mode ?? ABSENT,
      newMode: now?.mode ?? known?.newMode ?? kept?.mode ?? ABSENT,
      oldId: old?.id ?? known?.oldId ?? kept?.id ?? '',
      newId: now?.id ?? known?.newId ?? kept?.id ?? '',
    };
    if (change.oldMode !== change.newMode || change.oldId !== change.newId) byPath.set(path, change);
  }
  return [...byPath.values()];
}

/** Whether somebody wrote to a file of which only samples are compared, and these are the same. */
function isWritten(old: WithheldFile | undefined, now: WithheldFile | undefined): boolean {
  return old?.id?.startsWith(SAMPLED) === true && old.id === now?.id && old.stamp !== now.stamp;
}

/** The path's entry in a tree. */
export async function entryIn(
  repository: PrivateRepository,
  tree: string | null | undefined,
  path: string,
  signal: AbortSignal,
): Promise<{ readonly mode: string; readonly id: string } | undefined> {
  if (tree === null || tree === undefined) return undefined;
  // A name that is no text can't be given to a program here: it is looked for among all.
  const name = rawName(path);
  const which = typeof diskName(name) === 'string' ? ['--', path] : [];
  const args = ['ls-tree', ...(which.length === 0 ? ['-r'] : []), '-z', '--full-tree', tree, ...which];
  const { stdout } = await repository.run({ args, needsNoWorkTree: true }, signal);
  const entry = entriesOf(stdout).find(each => each.slice(each.indexOf('\t') + 1) === name);
  const [mode, type, id] = entry?.slice(0, entry.indexOf('\t')).split(' ') ?? [];
  return mode === undefined || id === undefined || type === 'tree' ? undefined : { mode, id };
}

function withheldBy(moment: RootMoment | undefined): ReadonlyMap<string, WithheldFile> {
  const files = moment?.record?.withheld ?? [];
  // What is no plain file is absent to git, and so is it here.
  return new Map(files.filter(file => file.why !== 'special').map(file => [readableName(file.name), file]));
}
