import { ABSENT, type RawChange } from '../../../core/snapshots/rawChange';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { rawName } from '../plumbing/worktreeListing';
import type { RootDiff } from '../record/rootMoment';
import { blobLines } from './blobLines';

/** Files of the task that are looked into as patches (chosen here). */
const PATCHES_LIMIT = 50;

/** What the task left on the disk, and where contents are. */
interface Place {
  readonly repository: PrivateRepository;
  readonly diff: RootDiff;
}

/** A file of the task that has work that was somewhere else before: all of it, or as a patch. */
export interface KeptFile {
  readonly file: string;
  readonly isPatch: boolean;
}

/**
 * Work that was not committed before the task and that lies in another file now: in a copy, or in a patch that git made. What was
 * moved has its content under the new name, and is told as moved. `changes`: as they were at the start, the committed content of
 * the start as the old side.
 */
export async function keptOnDisk(
  { repository, diff }: Place,
  changes: readonly RawChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KeptFile>> {
  const found = new Map<string, KeptFile>();
  const moved = new Set(diff.renames.map(({ from }) => from));
  const written = diff.changes.filter(
    change => change.newMode.startsWith('100') && change.newId !== change.oldId,
  );
  const copies = new Map(written.map(({ newId, path }) => [newId, path]));
  const open = changes.filter(({ path, newMode }) => newMode !== ABSENT && !moved.has(path));
  for (const { path, newId } of open) {
    const copy = copies.get(newId);
    if (copy !== undefined && copy !== path) found.set(path, { file: copy, isPatch: false });
  }
  const rest = open.filter(({ path }) => !found.has(path));
  if (rest.length === 0) return found;
  const patches = written.filter(({ path }) => !changes.some(change => change.path === path));
  const some = patches.slice(0, PATCHES_LIMIT);
  const ids = rest.flatMap(({ oldId, newId }) => [oldId, newId]);
  const linesOf = await blobLines(repository, [...ids, ...some.map(({ newId }) => newId)], signal);
  for (const { path, newId } of some) {
    const patch = linesOf(newId);
    for (const change of rest)
      if (
        !found.has(change.path) &&
        isPatchOf(patch, change.path, linesOf(change.oldId), linesOf(change.newId))
      )
        found.set(change.path, { file: path, isPatch: true });
  }
  return found;
}

/** Whether the patch turns the old lines of the file into the new ones. */
function isPatchOf(
  patch: ReadonlySet<string>,
  path: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): boolean {
  const name = rawName(path);
  // Names with other letters are quoted.
  const isNamed = ['b/', 'w/', ''].some(prefix => patch.has(`+++ ${prefix}${name}`));
  const isQuoted = /[^ -~]/.test(name) && [...patch].some(line => line.startsWith('+++ "'));
  if (!isNamed && !isQuoted) return false;
  const lines = [
    ...[...after].filter(line => line !== '' && !before.has(line)).map(line => `+${line}`),
    ...[...before].filter(line => line !== '' && !after.has(line)).map(line => `-${line}`),
  ];
  return lines.length > 0 && lines.every(line => patch.has(line));
}
