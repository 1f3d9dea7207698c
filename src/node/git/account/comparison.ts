import { checkText } from '../../../core/snapshots/checkTexts';
import type { AccountRequest, TaskAccount } from '../../../core/snapshots/snapshot';
import { lacksAll } from './lacking';
import type { RootView } from './rootView';

/** Folders that one sentence names. */
const NAMED = 10;

/** What all roots together say of what could be found out. */
type Comparison = Pick<TaskAccount, 'unknown' | 'isRestorable'>;

/**
 * Whether the two moments could be compared. A root says nothing where it was not recorded at one of them, where what was
 * recorded is gone, where the two ways of recording do not compare, or where new files were left out and nothing else changed.
 * When no root says anything, the account is `unknown`, with the reasons; when some do, they are told, and the account is
 * `partial` with the reasons of the others. What can't be compared, or whose contents are gone, can't be put back.
 */
export function comparisonOf(views: readonly RootView[], request: AccountRequest): Comparison {
  const reasons = views.flatMap(({ diff }) => diff.unknown ?? []);
  const isUnknown = reasons.length === views.length;
  const unknown = isUnknown ? [...new Set(reasons)].join(' ') || checkText('nothingRecorded') : null;
  return {
    unknown,
    isRestorable:
      unknown === null &&
      request.start.roots.length > 0 &&
      request.start.roots.every(root => root.isRestorable && root.tree !== null) &&
      !views.some(({ diff }) => lacksAll(diff)),
  };
}

/** Says which folders new ignore rules hide. `place` turns a path of a root into one of the workspace. */
export function hiddenWords(
  views: readonly RootView[],
  place: (root: string, path: string) => string,
): readonly string[] {
  const all = views.flatMap(({ root, diff }) => (diff.hidden ?? []).map(path => place(root, path)));
  if (all.length === 0) return [];
  const rest = all.length > NAMED ? ` and ${all.length - NAMED} more` : '';
  const names = `${all.slice(0, NAMED).join(', ')}${rest}`;
  return [checkText('hiddenByRule', names)];
}

/** Whether the root was a repository at the start that could not be read at the end: then nobody knows what HEAD did. */
export function lostItsHistory({ start, end }: RootView): boolean {
  return start?.snapshot.method === 'tree' && end !== undefined && end.snapshot.method !== 'tree';
}
