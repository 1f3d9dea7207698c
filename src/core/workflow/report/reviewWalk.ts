import type { Task } from '../model/state';

/** A walk through the tasks that wait for a review: the next one each time, and from the last to the first again. */
export class ReviewWalk {
  #shown: Task['id'] | undefined;
  #at = 0;

  /** The task after the one shown last; undefined when none waits. */
  next(queue: readonly Task[]): Task | undefined {
    const shown = queue.findIndex(({ id }) => id === this.#shown);
    // Where the one shown last is no longer in the queue, the next one has taken its place.
    const following = shown === -1 ? this.#at : shown + 1;
    this.#at = following < queue.length ? following : 0;
    const task = queue[this.#at];
    this.#shown = task?.id;
    return task;
  }
}
