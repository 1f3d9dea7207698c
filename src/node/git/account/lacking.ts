import { checkText } from '../../../core/snapshots/checkTexts';
import { isAddition, type RawChange } from '../../../core/snapshots/rawChange';
import type { TreeDiff } from '../plumbing/treeDiff';

/** Files that one sentence names. */
const NAMED = 10;

/** Whether nothing that was there before can be put back. */
export function lacksAll(diff: TreeDiff): boolean {
  return diff.lacking !== undefined && !diff.changes.some(change => isKept(diff, change));
}

/** Says which contents of before are not there; undefined where all are. `label`: the root's, empty for that of the workspace. */
export function lackingWords(diff: TreeDiff, label: string): string | undefined {
  if (diff.lacking === undefined) return undefined;
  if (lacksAll(diff)) return checkText('contentsGone', label || 'the workspace');
  const gone = diff.changes.filter(change => !isAddition(change) && !isKept(diff, change));
  const names = gone.slice(0, NAMED).map(({ path }) => (label === '' ? path : `${label}/${path}`));
  const rest = gone.length > NAMED ? ` and ${gone.length - NAMED} more` : '';
  return checkText('contentsElsewhere', `${names.join(', ')}${rest}`);
}

function isKept({ lacking }: TreeDiff, change: RawChange): boolean {
  return !isAddition(change) && lacking?.has(change.oldId) !== true;
}
