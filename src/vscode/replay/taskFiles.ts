import type { FileChange, TaskId } from '../../core/snapshots/snapshot';

/** The last change of a file up to a moment. */
export interface PastFile {
  readonly task: TaskId;
  readonly change: FileChange;
  /** When its task ended: that is when it is known. */
  readonly at: number;
}

/** What the tasks of a workflow had changed up to a moment: each task's files from its end on. */
export class TaskFiles {
  /** Of each task that has ended, its last changes. */
  readonly #ended = new Map<TaskId, readonly PastFile[]>();
  readonly #putBack = new Set<TaskId>();

  /** The task ended; `changes` is undefined where they are no longer known. */
  end(task: TaskId, at: number, changes: readonly FileChange[] = []): void {
    // A task that went on ends later than those that ended meanwhile.
    this.#ended.delete(task);
    this.#ended.set(
      task,
      changes.map(change => ({ task, change, at })),
    );
    this.#putBack.delete(task);
  }

  /** Its files are as they were before it. */
  putBack(task: TaskId): void {
    this.#putBack.add(task);
  }

  /** That was taken back. */
  takeBack(task: TaskId): void {
    this.#putBack.delete(task);
  }

  /** Each file once, with its last change: what changed last comes first. */
  all(): readonly PastFile[] {
    const files = new Map<string, PastFile>();
    for (const [task, changes] of this.#ended) {
      if (this.#putBack.has(task)) continue;
      for (const file of changes) {
        files.delete(file.change.path);
        if (file.change.from !== undefined) files.delete(file.change.from);
        files.set(file.change.path, file);
      }
    }
    return [...files.values()].toReversed();
  }
}
