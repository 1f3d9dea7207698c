import type { RestoreStep } from './snapshot';

/** An entry of a tree, or null where the path is absent. */
export type TreeEntry = { readonly mode: string; readonly id: string } | null;

/** The three states of a path that a restore looks at, and what it knows of its content. */
export interface RestoreFacts {
  readonly path: string;
  readonly start: TreeEntry;
  readonly end: TreeEntry;
  readonly now: TreeEntry;
  /** Whether the start's rules ignore it. */
  readonly isIgnored: boolean;
  /** Why a person has to say whether it is put back, though nobody changed it since, in words; null where nobody has to. */
  readonly doubt: string | null;
  /** Why its content cannot be put back or kept, in words. */
  readonly obstacle: string | null;
}

/** What a restore does with the path; `three-way` where it is a conflict unless the contents can be merged. */
export type RestoreDecision =
  | RestoreStep
  | { readonly path: string; readonly action: 'three-way'; readonly reason: string };

/** Compares the three states. */
export function decideRestore(facts: RestoreFacts): RestoreDecision {
  const { path, start, end, now } = facts;
  if (isSame(now, start)) return { path, action: 'keep', reason: 'It is as it was before the task.' };
  if (facts.obstacle !== null) return { path, action: 'impossible', reason: facts.obstacle };
  if (start === null && facts.isIgnored)
    return {
      path,
      action: 'keep-ignored',
      reason: 'It was an ignored file before the task; those are left alone.',
    };
  if (facts.doubt !== null) return { path, action: 'conflict', reason: facts.doubt };
  if (isSame(now, end)) return { path, action: start === null ? 'delete' : 'write' };
  if (isFile(start) && isFile(end) && isFile(now))
    return { path, action: 'three-way', reason: 'It was changed after the task in the same lines.' };
  return { path, action: 'conflict', reason: conflictWords(start, now) };
}

/** Whether both sides have the same content and mode, or are both absent. */
export function isSame(a: TreeEntry, b: TreeEntry): boolean {
  return a?.id === b?.id && a?.mode === b?.mode;
}

/** Whether it is a plain file, neither link nor submodule. */
export function isFile(entry: TreeEntry): boolean {
  return entry?.mode.startsWith('100') === true;
}

function conflictWords(start: TreeEntry, now: TreeEntry): string {
  if (now === null) return 'It was deleted after the task ended.';
  return start === null
    ? 'It was changed after the task had added it.'
    : 'It became something else after the task ended.';
}
