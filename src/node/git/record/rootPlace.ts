import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Snapshot } from '../../../core/snapshots/snapshot';
import type { RootMoment } from './rootMoment';
import type { SnapshotRecord } from '../plumbing/snapshotRecords';

/** Repositories in one workspace that are recorded (chosen here). */
export const ROOTS_LIMIT = 64;

/** Turns a path of a root into one of the workspace: relative to its folder, with `/`; `../` in front for what lies outside. */
export function workspacePath(workspaceFolder: string, root: string, path: string): string {
  // The raw name is kept as it is: only the way to the root is worked out.
  const way = relative(workspaceFolder, root).split(sep).join('/');
  if (way === '') return path;
  if (way !== '..' && !way.startsWith('../')) return `${way}/${path}`;
  // The root is above: its path loses the part that leads to the workspace folder.
  const inner = relative(root, workspaceFolder).split(sep).join('/');
  if (path.startsWith(`${inner}/`)) return path.slice(inner.length + 1);
  return relative(workspaceFolder, join(root, path)).split(sep).join('/');
}

/** The folder with its links followed; as it is named where it is not there. */
export async function realPlace(folder: string): Promise<string> {
  return await realpath(folder).catch(() => resolve(folder));
}

/** The root's label: its way from the workspace folder, '' when it is that folder or holds it. */
export function labelOf(workspaceFolder: string, root: string): string {
  return holds(root, workspaceFolder) ? '' : relative(workspaceFolder, root).split(sep).join('/');
}

/** Whether `outer` is `inner` or a folder above it. */
export function holds(outer: string, inner: string): boolean {
  const way = relative(outer, inner);
  // On Windows, the way to another drive is the whole path.
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** One root of a snapshot with its record. */
export function momentOf(
  snapshot: Snapshot,
  record: SnapshotRecord | undefined,
  root: string,
): RootMoment | undefined {
  const found = snapshot.roots.find(candidate => candidate.root === root);
  if (found === undefined) return undefined;
  return { snapshot: found, record: record?.roots.find(candidate => candidate.root === root) };
}
