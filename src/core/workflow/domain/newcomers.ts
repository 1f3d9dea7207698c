import type { SessionId } from '../../../shared/ids';
import type { Task } from '../model/state';
import { meetingAreas } from '../verification/areasMeet';

/** Pairs that are remembered as told; older ones may be told once more (chosen here). */
const MAX_TOLD = 2_000;

/** A task of somebody else that began in the areas of one's own. */
export interface Newcomer {
  readonly own: Task;
  readonly other: Task;
  /** Areas of the own task in which both may change files. */
  readonly areas: readonly string[];
}

/**
 * Tells an agent of tasks that other agents began in its areas, each once in this program: who begins a task is told by
 * `start_task`, who is at work already by the next answer.
 */
export class Newcomers {
  readonly #told = new Set<string>();

  /** The agent knows that these are worked on beside its task. */
  know(own: Task, others: readonly Task[]): void {
    for (const other of others) this.#remember(own, other);
  }

  /** What a session was not told yet. `running`: all tasks that are worked on. */
  take(session: SessionId, running: readonly Task[]): readonly Newcomer[] {
    const own = running.filter(task => task.session === session);
    if (own.length === 0 || own.length === running.length) return [];
    const others = running.filter(task => task.session !== session);
    return own.flatMap(task =>
      others.flatMap(other => {
        if (this.#told.has(keyOf(task, other))) return [];
        this.#remember(task, other);
        const areas = meetingAreas(task.areas, other.areas);
        return areas.length === 0 ? [] : [{ own: task, other, areas }];
      }),
    );
  }

  #remember(own: Task, other: Task): void {
    this.#told.add(keyOf(own, other));
    if (this.#told.size <= MAX_TOLD) return;
    const [oldest] = this.#told;
    if (oldest !== undefined) this.#told.delete(oldest);
  }
}

function keyOf(own: Task, other: Task): string {
  return `${own.id} ${other.id}`;
}
