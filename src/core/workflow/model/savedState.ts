import type { Mark, Task, UsedKey, Workflow, WorkflowState } from './state';
import type { TaskId } from '../../snapshots/snapshot';

/** The state as JSON text can hold it. */
export interface SavedState {
  readonly workflows: readonly Workflow[];
  readonly tasks: readonly Task[];
  readonly keys: readonly (readonly [string, UsedKey])[];
  readonly deleted: readonly string[];
  readonly undelivered: readonly (readonly [string, TaskId])[];
  readonly marks: readonly Mark[];
  readonly nextMark: number;
}

/** The state in a form that JSON can hold. */
export function saveState(state: WorkflowState): SavedState {
  return {
    workflows: [...state.workflows.values()],
    tasks: [...state.tasks.values()],
    keys: [...state.keys],
    deleted: [...state.deleted],
    undelivered: [...state.undelivered],
    marks: state.marks,
    nextMark: state.nextMark,
  };
}

/** The state that `saveState` gave. */
export function loadState(saved: SavedState): WorkflowState {
  return {
    workflows: new Map(saved.workflows.map(workflow => [workflow.id, workflow])),
    tasks: new Map(saved.tasks.map(task => [task.id, task])),
    keys: new Map(saved.keys),
    deleted: new Set(saved.deleted),
    undelivered: new Map(saved.undelivered),
    marks: [...saved.marks],
    nextMark: saved.nextMark,
  };
}
