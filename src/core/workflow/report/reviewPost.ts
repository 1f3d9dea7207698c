import { requireTask } from '../model/find';
import { type Review, type Task, waitsForReview, type WorkflowState } from '../model/state';
import type { ReviewVerdict } from '../model/words';
import { workflowDomain } from '../domain/workflowDomain';
import type { WorkflowCaller, WorkflowParts } from '../model/workflowParts';

/** A review with its task. */
export interface TaskReview {
  readonly task: Task;
  readonly review: Review;
}

/** Takes the reviews of persons and brings each to an agent once. */
export class ReviewPost {
  readonly #parts: WorkflowParts;

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
  }

  /** What a person says of a task. @throws {Refusal} nothing-to-review, unknown-task */
  async review(task: string, verdict: ReviewVerdict, comments: readonly string[]): Promise<Task> {
    const { journal, ids, workspace } = this.#parts;
    await journal.commit(workflowDomain, {
      verb: 'review',
      workspace,
      task,
      review: ids.next(),
      verdict,
      comments,
    });
    return requireTask(this.#state(), workspace, task);
  }

  /** Tasks that wait for a person, oldest first; one whose files were put back waits no longer. */
  queue(): readonly Task[] {
    return [...this.#state().tasks.values()].filter(
      task => task.workspace === this.#parts.workspace && waitsForReview(task),
    );
  }

  /**
   * Reviews that no agent has been told of: of the caller's own tasks, and of the workflow its call was about; where
   * `about` is `all`, of every task that no other session is at. They count as told from now on.
   */
  async deliver(caller: WorkflowCaller, about: string | null): Promise<readonly TaskReview[]> {
    const { journal, workspace } = this.#parts;
    const state = this.#state();
    const wanted = [...state.undelivered].filter(([, id]) => {
      const task = state.tasks.get(id);
      if (task?.workspace !== workspace) return false;
      return (
        task.session === caller.session ||
        (about === 'all' && task.status !== 'in_progress') ||
        task.workflow === about ||
        task.id === about
      );
    });
    if (wanted.length === 0) return [];
    const reviews = wanted.map(([review]) => review);
    const facts = await journal.commit(
      workflowDomain,
      { verb: 'deliverReviews', workspace, reviews },
      caller,
    );
    return facts.flatMap(fact =>
      fact.type === 'reviewDelivered' ? this.#found(fact.review, fact.task) : [],
    );
  }

  #found(id: string, taskId: Task['id']): readonly TaskReview[] {
    const task = this.#state().tasks.get(taskId);
    const review = task?.reviews.find(candidate => candidate.id === id);
    return task === undefined || review === undefined ? [] : [{ task, review }];
  }

  #state(): WorkflowState {
    return this.#parts.journal.read(workflowDomain);
  }
}
