import { lostCommits } from '../../snapshots/snapshot';
import type { Task } from '../model/state';

/**
 * What can make a task risky, the gravest first. `lost`: work of others was destroyed, or commits are on no branch any more. `unknown`:
 * nobody knows what it changed. `outside`: files outside its areas. `failed`: tests failed, or the task. `deleted`: files it deleted.
 * `unconfirmed`: claims that no file confirms. `untested`: no tests were run. `shared`: files that may be another task's. `reported`:
 * tests passed, as its agent says.
 */
export const RISK_KINDS = [
  'lost',
  'unknown',
  'outside',
  'failed',
  'deleted',
  'unconfirmed',
  'untested',
  'shared',
  'reported',
] as const;
export type RiskKind = (typeof RISK_KINDS)[number];

/** One sign of risk, and how many there are of it. */
export interface RiskSign {
  readonly kind: RiskKind;
  readonly count: number;
}

/** The signs of risk that a task shows, the gravest first. */
export function riskSigns(task: Task): readonly RiskSign[] {
  return RISK_KINDS.map(kind => ({ kind, count: countOf(task, kind) })).filter(({ count }) => count > 0);
}

/**
 * The tasks with the riskiest first: the one with the graver sign, of the same signs the one with more of the gravest, then the one that
 * changed more, then the one that waits longer. What does not differ stays in the order given.
 */
export function riskiestFirst(tasks: readonly Task[]): readonly Task[] {
  return tasks
    .map(task => ({ task, ranks: ranksOf(task) }))
    .toSorted((a, b) => compared(a.ranks, b.ranks))
    .map(({ task }) => task);
}

/** Lines and files that it changed. */
export function sizeOf({ completion }: Pick<Task, 'completion'>): {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
} {
  const own = completion?.account.own ?? [];
  const known = new Set(own.map(({ path }) => path));
  const all = [...own, ...(completion?.account.shared ?? []).filter(({ path }) => !known.has(path))];
  return {
    files: all.length,
    insertions: all.reduce((sum, { insertions = 0 }) => sum + insertions, 0),
    deletions: all.reduce((sum, { deletions = 0 }) => sum + deletions, 0),
  };
}

/** Numbers that are compared one after the other: the smaller is riskier. */
function ranksOf(task: Task): readonly number[] {
  const counts = RISK_KINDS.map(kind => countOf(task, kind));
  const { files, insertions, deletions } = sizeOf(task);
  const waitsSince = task.completion?.at ?? task.touchedAt;
  return [
    // Which signs there are counts before how many: 1 lost commit and 1 file outside is worse than 2 lost commits.
    ...counts.map(count => (count > 0 ? 0 : 1)),
    ...counts.map(count => -count),
    -(insertions + deletions),
    -files,
    waitsSince,
  ];
}

function compared(a: readonly number[], b: readonly number[]): number {
  for (const [at, rank] of a.entries()) {
    const difference = rank - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function countOf({ completion }: Task, kind: RiskKind): number {
  if (completion === null) return 0;
  const { account, verification, claims } = completion;
  const isKnown = account.unknown === null;
  switch (kind) {
    case 'lost':
      return (
        lostCommits(account).length +
        account.preExistingTouched.filter(({ isDestroyed }) => isDestroyed).length
      );
    case 'unknown':
      return isKnown ? 0 : 1;
    case 'outside':
      return verification.unexpectedFiles.length;
    case 'failed':
      return Number(claims.testsStatus === 'failed') + Number(completion.status === 'failed');
    case 'deleted':
      return account.own.filter(change => change.status === 'deleted').length;
    case 'unconfirmed':
      return verification.claims.filter(({ fact }) => fact === 'no manifest changed so').length;
    case 'untested':
      return Number(claims.testsStatus === 'not_run' || claims.testsStatus === null);
    case 'shared':
      return account.shared.length;
    case 'reported':
      return Number(claims.testsStatus === 'passed');
  }
}
