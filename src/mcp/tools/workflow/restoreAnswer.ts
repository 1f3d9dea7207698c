import type { ConflictChoice, RestorePlan, RestoreStep } from '../../../core/snapshots/snapshot';
import type { RestoreReport } from '../../../core/workflow/restores';
import { isBlocked } from '../../../core/workflow/restoreExtent';
import type { Task } from '../../../core/workflow/model/state';
import { named, namedWith } from './namedPaths';
import { howToChoose } from './restoreChoices';

type Choices = ReadonlyMap<string, ConflictChoice>;

/** What there is to tell of a restore. */
export interface RestoreTelling {
  readonly task: Task;
  readonly plan: RestorePlan;
  readonly choices: Choices;
  /** Undefined where it was not done. */
  readonly done: RestoreReport | undefined;
  readonly mayRestore: boolean;
  /** What the call named. */
  readonly paths: readonly string[] | null;
}

/** What was done or would be, path by path, in words. */
export function restoreSummary(telling: RestoreTelling): string {
  const { done, task, plan } = telling;
  const name = `task ${JSON.stringify(task.name)} (${task.id})`;
  const [did, would] =
    plan.way === 'restore'
      ? [`Restored ${name}.`, `Plan to restore ${name}.`]
      : [`Undid the last restore of ${name}.`, `Plan to undo the last restore of ${name}.`];
  const title = done ? did : would;
  const lines = done ? doneLines(telling, done) : planLines(telling);
  return [changesFiles(telling) ? title : `Nothing to restore for ${name}.`, ...lines].join('\n');
}

/** Whether files are changed, or would be. */
export function changesFiles({ plan, done, choices }: RestoreTelling): boolean {
  if (done) return done.written.length + done.deleted.length > 0;
  return plan.steps.some(
    ({ action, path }) =>
      ['write', 'delete', 'merge', 'conflict'].includes(action) && choices.get(path) !== 'mine',
  );
}

function planLines({ plan, choices }: RestoreTelling): readonly string[] {
  const of = (action: RestoreStep['action']) =>
    plan.steps.filter(step => step.action === action && choices.get(step.path) !== 'mine');
  return [
    ...line('Would write', named, of('write').map(pathOf)),
    ...line('Would delete', named, of('delete').map(pathOf)),
    ...line("Would remove only the task's lines from", named, of('merge').map(pathOf)),
    ...line('In conflict', namedWith, of('conflict')),
    ...line("Can't be restored", namedWith, [...of('impossible'), ...of('keep-ignored')]),
    ...line('Would keep, as chosen', named, kept(plan, choices)),
    ...restLines(plan),
  ];
}

function doneLines({ plan, choices }: RestoreTelling, done: RestoreReport): readonly string[] {
  const marked = new Set(done.marked);
  const unable = plan.steps.filter(({ action }) => action === 'impossible' || action === 'keep-ignored');
  return [
    ...line(
      'Written',
      named,
      done.written.filter(path => !marked.has(path)),
    ),
    ...line('Deleted', named, done.deleted),
    ...line('Written with conflict markers, to merge by hand', named, done.marked),
    ...line('Kept, as chosen', named, kept(plan, choices)),
    ...line("Couldn't be restored", namedWith, unable),
    ...restLines(plan),
    ...extent(plan, done),
  ];
}

function restLines({ steps, left }: RestorePlan): readonly string[] {
  const back = steps.filter(({ action }) => action === 'keep');
  const [since, still] = [true, false].map(isSince =>
    back.filter(({ isChangedSince = false }) => isChangedSince === isSince).map(pathOf),
  );
  const of = (why: RestorePlan['left'][number]['why']) => left.filter(each => each.why === why);
  const shared = of('shared');
  const example = JSON.stringify(shared.slice(0, 1).map(pathOf));
  return [
    ...line('Already restored', named, still ?? []),
    ...line('Restored before and changed since, so left as is', named, since ?? []),
    ...line('Skipped, not requested', named, of('not-asked').map(pathOf)),
    ...line("Skipped, may be another task's work", namedWith, shared),
    ...(shared.length > 0
      ? [`To restore these files too, name them, e.g. paths: ${example}, and choose.`]
      : []),
    ...line('Skipped, from checkout, merge, rebase or pull', named, of('imported').map(pathOf)),
    ...line('Skipped, changed by a subtask, another task or a person', named, of('subtask').map(pathOf)),
    ...line('Not changed by the task', named, of('unchanged').map(pathOf)),
  ];
}

/** How much of the task is back. */
function extent(plan: RestorePlan, done: RestoreReport): readonly string[] {
  const { way, left } = plan;
  const { task, isAsBefore, written, deleted } = done;
  const isNothing = written.length + deleted.length === 0;
  if (way === 'undo' && isNothing && isBlocked(plan))
    return [`The restore is not undone, and the task stays ${task.status}.`];
  if (way === 'undo') return [`The task is now ${task.status}.`];
  if (isNothing) return [];
  if (task.status !== 'reverted')
    return [`Some of the task's own files are not restored, so it stays ${task.status}.`];
  if (!isAsBefore) return ["All of the task's own files are handled; some also contain later changes."];
  return [
    left.some(({ why }) => why !== 'unchanged')
      ? "All of the task's own files are back to their state before the task, except the skipped ones."
      : 'All files that the task changed are back to their state before the task.',
  ];
}

/** What to do next. */
export function restoreNext(telling: RestoreTelling): string {
  const { plan, task, done, mayRestore, choices } = telling;
  const call = `restore_task with task_id ${JSON.stringify(task.id)}`;
  const isUndo = plan.way === 'undo';
  if (!changesFiles(telling) && (done !== undefined || !isUndo))
    return isUndo ? 'Tell the user.' : 'No file and no status was changed. Tell the user what was found.';
  if (done) {
    const merge = done.marked.length > 0 ? ' Resolve the conflict markers, or ask the user to.' : '';
    return isUndo
      ? `Tell the user what was undone.${merge}`
      : `Tell the user what was restored and what was not.${merge} To undo it, call ${call}, undo: true and apply: true.`;
  }
  if (!mayRestore) {
    const command = isUndo ? 'Undo Restore' : 'Restore Task Files…';
    return `Nothing was changed. Ask the user to confirm with the command "Switchyard: ${command}", and tell them of conflicts.`;
  }
  const open = plan.steps.filter(({ action, path }) => action === 'conflict' && !choices.has(path));
  const choose = open.length > 0 ? ` ${howToChoose(plan, open)}` : '';
  return `Nothing was changed. To do it, call ${call}, ${argumentsOf(telling)}apply: true.${choose}`;
}

/** The arguments of this call that the next one needs again. */
function argumentsOf({ plan, paths, choices }: RestoreTelling): string {
  return [
    ...(plan.way === 'undo' ? ['undo: true, '] : []),
    ...(paths === null ? [] : [paths.length <= 3 ? `paths: ${JSON.stringify(paths)}, ` : 'the same paths, ']),
    ...(choices.size > 0 ? ['the same choices, '] : []),
  ].join('');
}

function kept({ steps }: RestorePlan, choices: Choices): readonly string[] {
  return steps
    .filter(({ action }) => ['write', 'delete', 'merge', 'conflict'].includes(action))
    .map(pathOf)
    .filter(path => choices.get(path) === 'mine');
}

function pathOf({ path }: { readonly path: string }): string {
  return path;
}

function line<Item>(
  words: string,
  name: (items: readonly Item[]) => string,
  items: readonly Item[],
): readonly string[] {
  return items.length === 0 ? [] : [`${words} (${items.length}): ${name(items)}.`];
}
