import { checkText } from '../../../core/snapshots/checkTexts';
import { ABSENT, type LineCount, type RawChange, type Rename } from '../../../core/snapshots/rawChange';
import type { Manifest, ManifestRecorder } from '../record/manifestRecorder';
import type { RootDiff, RootMoment } from '../record/rootMoment';

/** How two lists of files differ. A move is told when the content is the same. */
export async function manifestDiff(
  recorder: ManifestRecorder,
  from: RootMoment | undefined,
  to: RootMoment | undefined,
): Promise<RootDiff> {
  const before = await recorder.find(from?.snapshot.tree ?? '');
  const after = await recorder.find(to?.snapshot.tree ?? '');
  if (before === undefined || after === undefined) {
    const unknown = checkText('listGone');
    return { changes: [], renames: [], lines: new Map(), partial: [unknown], unknown };
  }
  const gaps = new Set([from, to].flatMap(moment => moment?.record?.gaps ?? []));
  const changes: RawChange[] = [];
  const lines = new Map<string, LineCount>();
  const unknown = new Set([...before.unreadable, ...after.unreadable]);
  const isIn = (path: string): boolean =>
    [...unknown].some(place => path === place || path.startsWith(`${place}/`));
  for (const path of new Set([...Object.keys(before.files), ...Object.keys(after.files)])) {
    const old = before.files[path];
    const now = after.files[path];
    if (isIn(path) && (old?.id === now?.id || old === undefined || now === undefined)) continue;
    if (old?.id === now?.id && old?.mode === now?.mode) continue;
    changes.push({
      path,
      oldMode: old?.mode ?? ABSENT,
      newMode: now?.mode ?? ABSENT,
      oldId: old?.id ?? '',
      newId: now?.id ?? '',
    });
    if (old?.isBinary === true || now?.isBinary === true) lines.set(path, 'binary');
  }
  changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { changes, renames: movesIn(changes), lines, partial: [...gaps, ...wordsFor(before, after)] };
}

/** The deletions and additions of one content, which are files moved. */
export function movesIn(changes: readonly RawChange[]): readonly Rename[] {
  const added = new Map<string, string[]>();
  for (const change of changes) {
    if (change.oldMode === ABSENT) added.set(change.newId, [...(added.get(change.newId) ?? []), change.path]);
  }
  return changes.flatMap(change => {
    const to = change.newMode === ABSENT ? added.get(change.oldId)?.shift() : undefined;
    return to === undefined ? [] : [{ from: change.path, to }];
  });
}

function wordsFor(before: Manifest, after: Manifest): readonly string[] {
  const words: string[] = [];
  if (before.isCut || after.isCut) words.push(checkText('moreFiles'));
  const unread = new Set([...before.unreadable, ...after.unreadable]);
  if (unread.size > 0) words.push(checkText('unread', [...unread].slice(0, 5).join(', ')));
  return words;
}
