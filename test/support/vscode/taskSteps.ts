/** The two calls that nearly every recorded task of a script is made of. */
import { field } from './results';
import { calls, type Step } from './script';

/** Starts a task of the workflow that the script has just started. */
export function startTask(name: string): Step {
  return calls('start_task', results => ({ workflow_id: field(results, 'workflow_id'), name, goal: name }));
}

/** Ends a task well. */
export function complete(task: string): Step {
  return calls('complete_task', { task_id: task, status: 'success', outcome: { summary: 'Done.' } });
}
