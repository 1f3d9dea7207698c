import type { FileChange } from './snapshot';

/** Mode of a side on which the path is absent. */
export const ABSENT = '000000';
const LINK = '120000';
const SUBMODULE = '160000';

/** A path whose entry differs between two trees, as git tells it; paths are relative to the root. */
export interface RawChange {
  readonly path: string;
  readonly oldMode: string;
  readonly newMode: string;
  readonly oldId: string;
  readonly newId: string;
}

/** Lines added and removed; `binary` where lines mean nothing. */
export type LineCount = { readonly insertions: number; readonly deletions: number } | 'binary';

/** A deletion and an addition that are one file moved. */
export interface Rename {
  readonly from: string;
  readonly to: string;
  readonly lines?: LineCount;
}

/** Whether the path is in the older tree only, the newer only, or both. */
export function isAddition(change: RawChange): boolean {
  return change.oldMode === ABSENT;
}

/** Whether the path is gone in the newer tree. */
export function isDeletion(change: RawChange): boolean {
  return change.newMode === ABSENT;
}

/** The change as the account tells it, under the path that `place` gives it. */
export function fileChange(
  change: RawChange,
  lines: LineCount | undefined,
  place: (path: string) => string,
): FileChange {
  return {
    path: place(change.path),
    status: statusOf(change),
    ...modeWords(change.oldMode, change.newMode),
    ...lineWords(lines),
  };
}

/** The move as the account tells it. */
export function renamedFile(
  rename: Rename,
  deletion: RawChange,
  addition: RawChange,
  place: (path: string) => string,
): FileChange {
  return {
    path: place(rename.to),
    from: place(rename.from),
    status: 'renamed',
    ...modeWords(deletion.oldMode, addition.newMode),
    ...lineWords(rename.lines),
  };
}

function statusOf(change: RawChange): FileChange['status'] {
  if (isAddition(change)) return 'added';
  if (isDeletion(change)) return 'deleted';
  if (kindOf(change.oldMode) !== kindOf(change.newMode)) return 'type';
  return change.oldId === change.newId ? 'mode' : 'modified';
}

function kindOf(mode: string): 'link' | 'submodule' | 'file' {
  return mode === LINK ? 'link' : mode === SUBMODULE ? 'submodule' : 'file';
}

function modeWords(before: string, after: string): { readonly mode?: string } {
  return before === after || before === ABSENT || after === ABSENT ? {} : { mode: `${before}>${after}` };
}

function lineWords(lines: LineCount | undefined): Partial<FileChange> {
  if (lines === undefined) return {};
  return lines === 'binary' ? { isBinary: true } : lines;
}
