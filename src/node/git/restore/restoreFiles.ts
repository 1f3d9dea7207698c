import { constants, type Stats } from 'node:fs';
import { chmod, lstat, open, readFile, readlink, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isSafePath } from '../../../core/snapshots/safePath';
import { isSecretName } from './secretName';
import { Refusal } from '../../../core/support/refusal';
import { holdFolder, type HeldFolder } from '../plumbing/heldFolder';
import { placeKey } from '../plumbing/privateRepository';

/** What a path holds, or null for nothing. The mode is git's, which has 644 and 755 only, or that of a disk. */
export type FileState = { readonly mode: string; readonly content: Buffer } | null;

/** A path under a root. */
export interface RestoreTarget {
  readonly root: string;
  readonly path: string;
}

/** Where the target is on disk. */
export function placeOf(target: RestoreTarget): string {
  return join(target.root, target.path);
}

/**
 * Refuses a target that lies outside its root, in a git folder, or behind a link. `replaced`: places above the target that
 * go away first.
 * @throws {Refusal} restore-failed
 */
export async function checkTarget(target: RestoreTarget, replaced: ReadonlySet<string>): Promise<void> {
  if (!isSafePath(target.path)) throw unsafe(target, 'is not a path inside the folder');
  const parents: string[] = [];
  for (let path = dirname(target.path); path !== '.'; path = dirname(path)) parents.unshift(path);
  for (const parent of parents) {
    const place = join(target.root, parent);
    const found = await lstat(place).catch(() => undefined);
    if (found === undefined || replaced.has(place)) return;
    if (!found.isDirectory()) throw unsafe(target, `lies behind ${parent}, which is no folder`);
  }
}

/** What the target holds now. Folders and special files are nothing to a restore, and so is what lies behind a link. */
export async function stateOf(target: RestoreTarget): Promise<FileState> {
  const place = placeOf(target);
  for (let path = dirname(target.path); path !== '.'; path = dirname(path)) {
    const above = await lstat(join(target.root, path)).catch(() => undefined);
    if (above?.isDirectory() !== true) return null;
  }
  const found = await lstat(place).catch(() => undefined);
  if (found?.isSymbolicLink() === true)
    return { mode: '120000', content: await readlink(place, { encoding: 'buffer' }) };
  if (found?.isFile() !== true) return null;
  return { mode: found.mode.toString(8), content: await readFile(place) };
}

/** Whether both are the same, byte for byte. */
export function isSameState(a: FileState, b: FileState): boolean {
  if (a === null || b === null) return a === b;
  return seenMode(a.mode) === seenMode(b.mode) && a.content.equals(b.content);
}

/** The mode as git goes by it on this disk: Windows has no executable bit. */
function seenMode(mode: string): string {
  if (!mode.startsWith('10')) return mode;
  return process.platform === 'win32' || !isExecutable(mode) ? '100644' : '100755';
}

function isExecutable(mode: string): boolean {
  return (Number.parseInt(mode, 8) & 0o100) !== 0;
}

/** Whether the mode says no more than git knows. */
function isOfGit(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}

/** The state with the rights that the file had, where they are known. */
export function withRights(state: FileState, known: number | undefined): FileState {
  if (state === null || known === undefined || !state.mode.startsWith('10')) return state;
  return { ...state, mode: `100${rights(state.mode, known).toString(8)}` };
}

/** Takes a file away: by its path, or where it lies in an open folder. */
export type Discard = (place: string, held: string) => Promise<void>;

/**
 * Makes the target hold this: beside it first, then in its place in one step. Its folder is opened through no link and held, so
 * that nobody can put another one in its place meanwhile. What remains: a trash takes paths, and elsewhere than on Linux the path
 * is looked at right before and after.
 */
export async function putState(target: RestoreTarget, state: FileState, discard: Discard): Promise<void> {
  await checkTarget(target, new Set());
  const folder = await held(target, state !== null);
  if (folder === undefined) return;
  try {
    if (state === null) await takeAway(target, folder, discard);
    else await putInto(folder, basename(target.path), state);
    await folder.check();
  } finally {
    await folder.close();
  }
  if (state === null) await removeEmptyFolders(target);
}

/** Removes what was written beside the target and did not come into its place, where the process died or the disk took no more. */
export async function dropUnfinished(target: RestoreTarget): Promise<void> {
  const folder = await held(target, false);
  if (folder === undefined) return;
  try {
    await rm(besideIn(folder, basename(target.path)), { force: true });
  } finally {
    await folder.close();
  }
}

/** Its folder; undefined where it is gone and nothing is to be put there. */
async function held(target: RestoreTarget, make: boolean): Promise<HeldFolder | undefined> {
  try {
    return await holdFolder(target.root, dirname(target.path), make);
  } catch (error) {
    if (!make && isMissing(error)) return undefined;
    if (isReplaced(error)) throw unsafe(target, 'lies behind a link, which was put there meanwhile');
    throw error;
  }
}

async function takeAway(target: RestoreTarget, folder: HeldFolder, discard: Discard): Promise<void> {
  const place = join(folder.place, basename(target.path));
  const present = await lstat(place).catch(() => undefined);
  if (present === undefined || present.isDirectory()) return;
  // Right before: a trash goes by the path.
  await checkTarget(target, new Set());
  await discard(placeOf(target), place);
}

async function putInto(folder: HeldFolder, name: string, state: Exclude<FileState, null>): Promise<void> {
  const place = join(folder.place, name);
  const present = await lstat(place).catch(() => undefined);
  // A folder in its place is empty by now, or is not ours to remove.
  if (present?.isDirectory() === true) await rmdir(place);
  const beside = besideIn(folder, name);
  await rm(beside, { force: true });
  if (state.mode === '120000') await symlink(state.content, beside);
  else if (present?.isFile() === true) await writeNew(beside, state, 0o600, present);
  else await writeNew(beside, state, isSecretName(name) || !isOfGit(state.mode) ? 0o600 : 0o666);
  await folder.check();
  await rename(beside, place);
}

/** Short, whatever the name: it may be as long as the disk allows. */
function besideIn(folder: HeldFolder, name: string): string {
  return join(folder.place, `.${placeKey(name)}.switchyard-restore`);
}

/** Removes a file without any trash. */
export async function unlinkPlainly(_place: string, inFolder: string): Promise<void> {
  await rm(inFolder, { force: true });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** What opening a link as a folder fails with. */
function isReplaced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ELOOP' || error.code === 'ENOTDIR');
}

/** `present`: the file that it replaces, whose rights and owner it gets. Without one, they are what the user's mask leaves of `most`. */
async function writeNew(
  place: string,
  { mode, content }: Exclude<FileState, null>,
  most: number,
  present?: Pick<Stats, 'mode' | 'uid' | 'gid'>,
): Promise<void> {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
  const file = await open(place, flags, most);
  try {
    await file.writeFile(content);
    await file.sync();
    const { mode: given, uid, gid } = await file.stat();
    // As root, e.g. in a container, the file would else be taken from its owner. Others may not be allowed to, and need not be.
    if (present !== undefined && (present.uid !== uid || present.gid !== gid))
      await file.chown(present.uid, present.gid).catch(() => undefined);
    const wanted = isOfGit(mode) ? rights(mode, present?.mode ?? given) : Number.parseInt(mode, 8) & 0o777;
    if (wanted !== (given & 0o777)) await chmod(place, wanted);
  } finally {
    await file.close();
  }
}

/** The rights that a file had, with the executable bits that the mode asks for. */
function rights(mode: string, present: number): number {
  const plain = present & 0o666;
  return isExecutable(mode) ? plain | ((present & 0o444) >> 2) : plain;
}

async function removeEmptyFolders(target: RestoreTarget): Promise<void> {
  for (let path = dirname(target.path); path !== '.'; path = dirname(path)) {
    try {
      const folder = await holdFolder(target.root, dirname(path), false);
      try {
        await rmdir(join(folder.place, basename(path)));
      } finally {
        await folder.close();
      }
    } catch {
      // Not empty, or gone already: the folders above are not empty then.
      return;
    }
  }
}

function unsafe(target: RestoreTarget, reason: string): Refusal {
  return new Refusal(
    'restore-failed',
    `Nothing was changed: ${target.path} ${reason}. Look at that path, then plan the restore again.`,
    { path: target.path },
  );
}
