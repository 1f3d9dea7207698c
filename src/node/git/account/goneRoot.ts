import { sep } from 'node:path';
import { isAddition, isDeletion, type RawChange } from '../../../core/snapshots/rawChange';
import type { RootMoment } from '../record/rootMoment';
import type { RootView } from './rootView';

/** Whether the repository of a root lies apart from it, as that of a worktree or submodule: it outlives the folder. */
export function isStoreApart(start: RootMoment | undefined): boolean {
  const store = start?.record?.refFolder ?? null;
  return (
    start?.snapshot.method === 'tree' && store !== null && !store.startsWith(`${start.snapshot.root}${sep}`)
  );
}

/** The root that git can be asked in about one that is gone but for its repository: another worktree of that, else the nearest root around it. */
export function besideGone(
  { root, start }: RootView,
  views: readonly RootView[],
): { readonly root: string; readonly end: RootMoment | undefined } | undefined {
  if (!isStoreApart(start)) return undefined;
  const store = start?.record?.refFolder;
  const there = views.filter(({ end }) => end?.snapshot.method === 'tree');
  const alike = there.find(({ end }) => end?.record?.refFolder === store);
  if (alike !== undefined) return alike;
  const around = there.filter(other => root.startsWith(`${other.root}${sep}`));
  const nearest = around.toSorted((a, b) => b.root.length - a.root.length)[0];
  return nearest && { root: nearest.root, end: undefined };
}

/** Of the files of a root that is gone, those whose content came to another place. */
export function movedElsewhere({ root, diff }: RootView, views: readonly RootView[]): readonly string[] {
  const others = views.filter(other => other.root !== root).flatMap(other => other.diff.changes);
  const added = new Set(others.filter(isAddition).map(({ newId }) => newId));
  return pathsOf(diff.changes.filter(({ oldId }) => added.has(oldId)));
}

/** The files that went with a repository that is gone whole: nobody can tell what of them was committed, and no commit is left. */
export function goneWithStore({ start, end, diff }: RootView): readonly string[] | undefined {
  const isGone = end === undefined && start?.snapshot.method === 'tree' && !isStoreApart(start);
  return isGone ? pathsOf(diff.changes.filter(isDeletion)) : undefined;
}

function pathsOf(changes: readonly RawChange[]): readonly string[] {
  return changes.map(({ path }) => path);
}
