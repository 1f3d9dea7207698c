import { isAddition, isDeletion } from '../../../core/snapshots/rawChange';
import type { RestoreStep } from '../../../core/snapshots/snapshot';
import type { RootView } from '../account/rootView';

/** Where each new file was before, as far as that is known: it was moved, in its root or from one into another. `place` makes paths of the workspace. */
export function movedFrom(
  views: readonly RootView[],
  place: (root: string, path: string) => string,
): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  const gone = new Map<string, string>();
  for (const { root, diff } of views)
    for (const change of diff.changes)
      if (isDeletion(change)) gone.set(change.oldId, place(root, change.path));
  for (const { root, diff } of views) {
    for (const { path, newId } of diff.changes.filter(isAddition)) {
      const from = gone.get(newId);
      if (from !== undefined) moves.set(place(root, path), from);
    }
    for (const { from, to } of diff.renames) moves.set(place(root, to), place(root, from));
  }
  return moves;
}

/** The steps without those that would delete what a moved file holds while it can't be put back under its old name. */
export function withoutLosing(
  steps: readonly RestoreStep[],
  moves: ReadonlyMap<string, string>,
): readonly RestoreStep[] {
  const stuck = new Set(steps.filter(({ action }) => action === 'impossible').map(({ path }) => path));
  return steps.map((step): RestoreStep => {
    const from = moves.get(step.path);
    if (step.action !== 'delete' || from === undefined || !stuck.has(from)) return step;
    const reason = `It holds what was in ${plainName(from)}, which can't be put back.`;
    return { path: step.path, action: 'impossible', reason };
  });
}

/** The name in a sentence, quoted where its letters need it. */
export function plainName(path: string): string {
  return /\p{C}/u.test(path) ? JSON.stringify(path) : path;
}
