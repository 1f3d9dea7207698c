import { isMet } from '../../../core/workflow/domain/dependencies';
import type { Task } from '../../../core/workflow/model/state';
import { canGoOn } from '../../../core/workflow/model/words';
import type { Workflows } from '../../../core/workflow/workflows';
import { quotedText } from './textLines';

/** What to do next in a task: go on in these words, or, where it waits for others, wait. */
export function goOn(
  workflows: Workflows,
  id: string,
  words = 'Continue with the task; call complete_task when it is done.',
  what = 'this task',
): string {
  const task = workflows.task(id);
  if (task.status !== 'blocked') return words;
  const unmet = unmetOf(task, workflows.tasks(task.workflow));
  const begin = `call start_task with resume_task_id "${id}"`;
  if (unmet.length === 0) return `This task is recorded but not started. To start it, ${begin}.`;
  const named = unmet
    .slice(0, 10)
    .map(other => `${other.id} ${quotedText(other.name, 80)} (${other.status})`);
  const more = unmet.length > named.length ? ` and ${unmet.length - named.length} more` : '';
  const waits = `Don't start yet: ${what} waits for ${named.join(', ')}${more}.`;
  return unmet.some(isLost)
    ? `${waits} A dependency that failed never completes: end ${what} by complete_task with task_id "${id}", ` +
        'status "failed" and outcome, or call start_task for a new task without that dependency.'
    : `${waits} Complete that first, then ${begin}.`;
}

/** Whether it ended for good, and not well. */
function isLost({ status }: Task): boolean {
  return !canGoOn(status) && status !== 'planned';
}

function unmetOf({ dependsOn }: Task, tasks: readonly Task[]): readonly Task[] {
  return tasks.filter(other => dependsOn.includes(other.id) && !isMet(other));
}
