import type { ConflictChoice, RestorePlan, RestoreStep, RestoreWay } from '../../../core/snapshots/snapshot';
import { withStayingToo } from '../../../core/snapshots/stayingToo';
import { Refusal } from '../../../core/support/refusal';
import { namedWith, shownPath } from './namedPaths';

/** What an agent may say of a file in conflict. */
export const CHOICES = ['keep', 'before', 'merge'] as const;
export type Choice = (typeof CHOICES)[number];

const MEANING: Readonly<Record<Choice, ConflictChoice>> = {
  keep: 'mine',
  before: 'theirs',
  merge: 'markers',
};

/** What an agent chose: for all conflicts, and for single files, which count more. */
export interface AskedChoices {
  readonly conflicts: Choice | undefined;
  readonly choices: Readonly<Record<string, Choice>>;
}

/**
 * What was chosen for each file of the plan. A choice for a file that is in no conflict counts too, but for merging, which has
 * nothing to do there. What can't be written beside what is kept is kept too. @throws {Refusal} not-in-plan
 */
export function choicesFor(plan: RestorePlan, asked: AskedChoices): ReadonlyMap<string, ConflictChoice> {
  const chosen = new Map<string, ConflictChoice>();
  const steps = new Set(plan.steps.map(({ path }) => path));
  for (const path of Object.keys(asked.choices)) {
    if (steps.has(path)) continue;
    const isLeft = plan.left.some(left => left.path === path && left.why !== 'unchanged');
    throw new Refusal(
      'not-in-plan',
      `Nothing was changed: choices names ${shownPath(path)}, which is not in this plan. ` +
        (isLeft ? 'Name it in paths as well.' : 'Use the file names of the plan.'),
      { path },
    );
  }
  for (const { path, action } of plan.steps) {
    const choice = ownChoice(asked, path) ?? (action === 'conflict' ? asked.conflicts : undefined);
    if (choice !== undefined && (choice !== 'merge' || action === 'conflict'))
      chosen.set(path, MEANING[choice]);
  }
  return withStayingToo(plan, chosen);
}

function ownChoice({ choices }: AskedChoices, path: string): Choice | undefined {
  return Object.hasOwn(choices, path) ? choices[path] : undefined;
}

/** Says for which conflicts nothing was chosen, or merging though that is not possible. @throws {Refusal} conflicts-open, not-mergeable */
export function refuseOpen(plan: RestorePlan, choices: ReadonlyMap<string, ConflictChoice>): void {
  const conflicts = plan.steps.filter(({ action }) => action === 'conflict');
  const open = conflicts.filter(({ path }) => !choices.has(path));
  if (open.length > 0) {
    throw new Refusal(
      'conflicts-open',
      `Nothing was changed: ${open.length} of ${plan.steps.length} files are in conflict and have no choice: ` +
        `${namedWith(open)}. ${howToChoose(plan, open)}`,
      { paths: open.map(({ path }) => path) },
    );
  }
  const stuck = conflicts.filter(
    ({ path, mergeObstacle = null }) => choices.get(path) === 'markers' && mergeObstacle !== null,
  );
  if (stuck.length === 0) return;
  const reasons = stuck.map(({ path, mergeObstacle }) => ({ path, reason: mergeObstacle ?? '' }));
  throw new Refusal(
    'not-mergeable',
    `Nothing was changed: these can't be merged: ${namedWith(reasons)}. Choose "keep" or "before" for each, ` +
      `e.g. choices: ${example(stuck, 'keep')}.`,
    { paths: stuck.map(({ path }) => path) },
  );
}

/** The exact arguments that choose. */
export function howToChoose(plan: Pick<RestorePlan, 'way'>, open: readonly RestoreStep[]): string {
  const canMerge = open.some(({ mergeObstacle }) => mergeObstacle === null);
  return (
    `Set conflicts: "keep" (leave them as they are now), "before" (${BEFORE[plan.way]})` +
    `${canMerge ? ' or "merge" (what merges cleanly is merged, else both versions are written with conflict markers)' : ''}; ` +
    `or file by file, e.g. choices: ${example(open, canMerge ? 'merge' : 'before')}.`
  );
}

const BEFORE: Readonly<Record<RestoreWay, string>> = {
  restore: 'restore the content from before the task',
  undo: 'restore the content from before the restore',
};

function example(steps: readonly RestoreStep[], choice: Choice): string {
  const fits = steps.find(({ mergeObstacle }) => choice !== 'merge' || mergeObstacle === null);
  return `{${JSON.stringify(fits?.path)}: ${JSON.stringify(choice)}}`;
}
