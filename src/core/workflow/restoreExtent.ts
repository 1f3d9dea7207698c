import type { ConflictChoice, RestorePlan, RestoreStep } from '../snapshots/snapshot';
import type { Task } from './model/state';

type Choices = ReadonlyMap<string, ConflictChoice>;

/**
 * The plan without what an earlier restore put back and nobody named: what has become of that since is nothing that the task did.
 * `paths`: what was named.
 */
export function putBackSince(plan: RestorePlan, task: Task, paths: readonly string[] | null): RestorePlan {
  const named = new Set(paths);
  const back = pathsPutBack(task);
  const steps = plan.steps.map((step): RestoreStep =>
    step.action === 'keep' || named.has(step.path) || !back.has(step.path)
      ? step
      : {
          path: step.path,
          action: 'keep',
          reason: 'It was already restored; later changes are kept.',
          isChangedSince: true,
        },
  );
  const left = plan.left.filter(({ path, why }) => why !== 'not-asked' || !back.has(path));
  return { ...plan, steps, left };
}

/** Paths that restores put back, since the task ended last: work that went on after a restore is to be put back again. */
function pathsPutBack({ restores, endMark }: Task): ReadonlySet<string> {
  const since = restores.filter(
    ({ mark, after, isPart }) => after !== null && isPart !== true && mark >= (endMark ?? 0),
  );
  return new Set(since.flatMap(({ written, deleted }) => [...written, ...deleted]));
}

/** Whether all that the task changed itself is back when this is done. Merged by hand counts: a person has seen it. */
export function isAllBack(plan: RestorePlan, choices: Choices): boolean {
  return plan.left.every(({ why }) => why !== 'not-asked') && plan.steps.every(step => isBack(step, choices));
}

/** What a plan for several tasks puts back for one of them. */
export function partOfPlan(
  { steps, left }: RestorePlan,
  { task, paths }: { readonly task: Task['id']; readonly paths: readonly string[] },
  choices: Choices,
) {
  const own = new Set(paths);
  const ofTask = steps.filter(({ path }) => own.has(path));
  const named = (...actions: readonly RestoreStep['action'][]): readonly string[] =>
    ofTask.filter(({ action }) => actions.includes(action)).map(({ path }) => path);
  return {
    task,
    written: named('write', 'merge', 'conflict'),
    deleted: named('delete'),
    isWhole: left.every(({ path }) => !own.has(path)) && ofTask.every(step => isBack(step, choices)),
  };
}

/** Whether every file that the task changed itself holds what it held before the task, no more and no less. */
export function isAsBefore(plan: RestorePlan, choices: Choices): boolean {
  return (
    isAllBack(plan, choices) &&
    plan.steps.every(({ action, path, isChangedSince, isOwn }) => {
      if (isOwn === false) return true;
      if (action === 'merge' || action === 'conflict') return choices.get(path) === 'theirs';
      return isChangedSince !== true;
    })
  );
}

/** Whether no file would be changed. An open conflict is for `applyRestore` to refuse. */
export function changesNothing(plan: RestorePlan, choices: Choices): boolean {
  return plan.steps.every(
    ({ action, path }) =>
      ['keep', 'impossible', 'keep-ignored'].includes(action) || choices.get(path) === 'mine',
  );
}

/** Whether some file can't be written or deleted. */
export function isBlocked({ steps }: RestorePlan): boolean {
  return steps.some(({ action }) => action === 'impossible');
}

function isBack({ action, path, isOwn, instead }: RestoreStep, choices: Choices): boolean {
  if (instead !== undefined) return false; // The rest of what the task changed there stays.
  if (action === 'keep' || isOwn === false) return true;
  if (choices.get(path) === 'mine') return false;
  return action !== 'impossible' && action !== 'keep-ignored';
}
