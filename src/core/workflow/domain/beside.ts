import type { Instant } from '../../support/clock';
import { ancestors } from '../model/find';
import { mayMeet, meetingAreas } from '../verification/areasMeet';
import type { Task, WorkflowState } from '../model/state';
import { isWorkedOn } from '../model/words';
import type { WorkflowCaller } from '../model/workflowParts';

/** Whose a task is, as its neighbour in the same workspace sees it. */
export type Whose = 'this_chat' | 'another_chat' | 'another_program';

/** A task that is worked on at the same time as another one. */
export interface TaskBeside {
  readonly task: Task;
  readonly whose: Whose;
  /** When it was begun; of a stale one, when its agent was last heard of. */
  readonly since: Instant;
  /** Areas of the own task in which both may change files; none where one of them declared no areas. */
  readonly overlap: readonly string[];
}

/** The tasks that are worked on beside one, those of the same chat first, then the newest. */
export interface Beside {
  readonly tasks: readonly TaskBeside[];
  /** Whether the areas of all of them are others than its own: then no file can be of two tasks. */
  readonly areApart: boolean;
}

/** What else is worked on in the workspace. Not what a task is a part of, nor its own parts. */
export function besideOf(
  state: WorkflowState,
  own: Task,
  { session, program }: WorkflowCaller & { readonly program: string | null },
): Beside {
  const above = ancestors(state, own);
  const open = [...state.tasks.values()].filter(
    other =>
      other.workspace === own.workspace &&
      isWorkedOn(other.status) &&
      other.id !== own.id &&
      !above.includes(other.id) &&
      !ancestors(state, other).includes(own.id),
  );
  const whose = (task: Task): Whose => {
    if (task.session === session) return 'this_chat';
    return task.program === program ? 'another_chat' : 'another_program';
  };
  const tasks = open
    .map(task => ({
      task,
      whose: whose(task),
      overlap: meetingAreas(own.areas, task.areas),
      since: task.status === 'stale' ? task.touchedAt : (task.startedAt ?? task.createdAt),
    }))
    .sort((a, b) => Number(b.whose === 'this_chat') - Number(a.whose === 'this_chat') || b.since - a.since);
  return { tasks, areApart: open.every(({ areas }) => !mayMeet(own.areas, areas)) };
}
