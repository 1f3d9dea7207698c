import type { Task, Workflow } from '../../core/workflow/model/state';

/** Whether an agent can begin a task, or go on with one where nobody is at it: what an agent or a person ended stays ended. */
export function canBeWorkedOn(
  { status }: Pick<Task, 'status'>,
  { endedBy }: Pick<Workflow, 'endedBy'>,
): boolean {
  const isIdle = status === 'planned' || status === 'stale' || status === 'abandoned';
  return isIdle && endedBy !== 'call' && endedBy !== 'user';
}
