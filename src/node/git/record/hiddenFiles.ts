import { readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { BUILT_IN_EXCLUDES } from './builtInExcludes';
import { pathIn } from '../plumbing/changedFiles';
import { ignoredUnder } from './ignoredPaths';
import type { PrivateRepository } from '../plumbing/privateRepository';
import { diskName } from '../plumbing/rawNames';
import { entriesOf } from '../plumbing/worktreeListing';

/** New files that new ignore rules hide and that are recorded one by one; with more, their folders are named (chosen here). */
export const HIDDEN_LIMIT = 200;
/** Hidden folders that one root names (chosen here). */
const FOLDERS_LIMIT = 50;

const TOOL_FOLDERS = new Set(BUILT_IN_EXCLUDES.split('\n').filter(rule => rule.endsWith('/')));

/** The ignore rules of a moment that is past. */
export interface PastRules {
  readonly tree: string;
  /** Of the user's own file and of `info/exclude`, the stronger ones last. */
  readonly exclude: string;
  /** Rule files that hid themselves then, raw names. */
  readonly selfHidden: readonly string[];
  /** New files were left out then, so that nobody knows what is new. */
  readonly isCut: boolean;
}

/** What rules hide that were not there before. Raw names. */
export interface HiddenFiles {
  /** To be recorded though they are ignored. */
  readonly files: readonly string[];
  /** Folders with too many files, that hide themselves, or whose name says that a tool fills them. */
  readonly folders: readonly string[];
  /** Rule files that are hidden now. */
  readonly selfHidden: readonly string[];
}

/**
 * New files that rules of now hide, and that the rules of then would not have hidden. `ruleFiles`: new rule files, of which
 * some may hide themselves. Without past rules, only those are found out.
 */
export async function hiddenFiles(
  repository: PrivateRepository,
  folder: string,
  index: string,
  ruleFiles: readonly string[],
  past: PastRules | undefined,
  signal: AbortSignal,
): Promise<HiddenFiles> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const ignored = outermost(entriesOf((await repository.run({ args, index }, signal)).stdout));
  const selfHidden = ruleFiles.filter(name => ignored.some(entry => covers(entry, name)));
  if (past === undefined) return { files: [], folders: [], selfHidden };
  // What an old rule file that hides itself covers was hidden before.
  const hiddenBefore = past.selfHidden.map(dirname);
  const isOld = (name: string): boolean =>
    hiddenBefore.some(place => place === '.' || covers(`${place}/`, name));
  const bare = ignored.filter(entry => !isOld(entry));
  const ignoredBefore = async (names: readonly string[]): Promise<ReadonlySet<string>> =>
    await ignoredUnder(repository, past.tree, past.exclude, names, signal);
  const old = await ignoredBefore(bare.map(inFolder));
  const entries = bare.filter(entry => !old.has(inFolder(entry)));
  const own = await ownFolders(
    repository,
    past.tree,
    selfHidden.filter(name => !past.selfHidden.includes(name)),
    signal,
  );
  const folders = new Set(own);
  const files: string[] = [];
  for (const entry of entries) {
    signal.throwIfAborted();
    if (own.some(place => covers(place, entry))) continue;
    const room = past.isCut || isOfTools(entry) ? 0 : HIDDEN_LIMIT - files.length;
    const inside = entry.endsWith('/') ? await filesIn(folder, entry, room) : [entry];
    if (inside === undefined || inside.length > room) folders.add(entry);
    else files.push(...inside);
  }
  // A folder was not ignored, yet some of its files may have been.
  const oldFiles = await ignoredBefore(files);
  return {
    files: files.filter(name => !oldFiles.has(name)),
    folders: [...folders].slice(0, FOLDERS_LIMIT),
    selfHidden,
  };
}

/** Whether it is a folder into which tools put what they install or build. */
function isOfTools(entry: string): boolean {
  return entry.endsWith('/') && TOOL_FOLDERS.has(`${basename(entry)}/`);
}

/** Of a folder the name of something in it: git takes a name for a folder's only where one is above another. */
function inFolder(entry: string): string {
  return entry.endsWith('/') ? `${entry}.switchyard` : entry;
}

/** Without what lies in another one of them: git tells a hidden folder and what is in it. */
export function outermost(entries: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (const entry of entries.toSorted()) {
    const last = result.at(-1);
    if (last === undefined || !covers(last, entry)) result.push(entry);
  }
  return result;
}

/** Whether the entry is the name, or a folder above it. */
function covers(entry: string, name: string): boolean {
  return entry === name || (entry.endsWith('/') && name.startsWith(entry));
}

/** Folders that came with a rule file of their own that hides them whole, as tools make them for caches. */
async function ownFolders(
  repository: PrivateRepository,
  tree: string,
  ruleFiles: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const places = ruleFiles.map(dirname).filter(place => place !== '.');
  const known = places.map(diskName).filter(place => typeof place === 'string');
  if (known.length === 0) return [];
  const args = ['ls-tree', '-z', '--full-tree', '--name-only', tree, '--', ...known.slice(0, HIDDEN_LIMIT)];
  const { stdout } = await repository.run({ args, needsNoWorkTree: true }, signal);
  const there = new Set(entriesOf(stdout));
  return places.filter(place => !there.has(place)).map(place => `${place}/`);
}

/** The files in a folder, raw names; undefined where there are more than that, or a repository is among them. */
export async function filesIn(
  folder: string,
  place: string,
  limit: number,
): Promise<readonly string[] | undefined> {
  const found: string[] = [];
  const left = [place];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const entries = await readdir(pathIn(folder, next), { withFileTypes: true, encoding: 'buffer' }).catch(
      () => [],
    );
    for (const entry of entries) {
      const name = `${next}${entry.name.toString('latin1')}`;
      if (entry.isDirectory()) left.push(`${name}/`);
      else if (entry.isFile() || entry.isSymbolicLink()) found.push(name);
      if (name.endsWith('/.git') || found.length + left.length > limit) return undefined;
    }
  }
  return found;
}
