import type { WorkflowFact } from '../model/facts';
import { endedWorkflowRefusal, tasksOf } from '../model/find';
import type { Task, Workflow, WorkflowState } from '../model/state';
import { isOpen, type TaskStatus } from '../model/words';

/**
 * What lets work go on in a workflow: nothing while it is in progress; where it ended by itself, it goes on. What an agent or a
 * person ended stays ended.
 * @throws {Refusal} workflow-ended
 */
export function goingOn(workflow: Workflow): readonly WorkflowFact[] {
  if (workflow.status === 'in_progress') return [];
  if (workflow.endedBy === 'plan') return [{ type: 'workflowReopened', workflow: workflow.id }];
  throw endedWorkflowRefusal(workflow);
}

/** The end of the workflow of a task that comes to this status, where nothing in it is planned or open. */
export function endOfWhole(
  state: WorkflowState,
  { id, workflow: of }: Pick<Task, 'id' | 'workflow'>,
  status: TaskStatus,
): readonly WorkflowFact[] {
  const workflow = state.workflows.get(of);
  if (workflow === undefined || workflow.endedBy === 'call' || workflow.endedBy === 'user') return [];
  const statuses = tasksOf(state, of).map(task => (task.id === id ? status : task.status));
  if (!statuses.every(isOver)) return [];
  const isCancelled = statuses.every(one => one === 'cancelled');
  return [
    {
      type: 'workflowEnded',
      workflow: of,
      status: isCancelled ? 'cancelled' : 'completed',
      summary: null,
      by: 'plan',
    },
  ];
}

/**
 * A task that waits for a review has ended; changes that are asked for reopen the workflow. An abandoned one keeps no workflow from
 * its end: it may never be taken up.
 */
function isOver(status: TaskStatus): boolean {
  return !isOpen(status) && status !== 'planned';
}
