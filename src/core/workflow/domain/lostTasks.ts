import type { Snapshot, TaskId } from '../../snapshots/snapshot';
import type { LostTask } from '../model/wishes';
import { isWorkedOn } from '../model/words';
import { workflowDomain } from './workflowDomain';
import type { WorkflowParts } from '../model/workflowParts';

/** Finds tasks whose program has gone, and ends them: nobody works on them, so what changes from then on is not theirs. */
export class LostTasks {
  readonly #parts: WorkflowParts;
  /** What could not be written down once: it is not tried again with every sweep. */
  readonly #failed = new Set<TaskId>();

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
  }

  /** Tasks of this workspace that are worked on through a program that has ended. */
  async find(): Promise<readonly LostTask[]> {
    const { journal, livePrograms, workspace } = this.#parts;
    const elsewhere = [...journal.read(workflowDomain).tasks.values()].flatMap(
      ({ id, status, program, workspace: of }) =>
        isWorkedOn(status) && of === workspace && program !== null && program !== livePrograms.own
          ? [{ task: id, program }]
          : [],
    );
    const names = [...new Set(elsewhere.map(({ program }) => program))];
    const ended = new Set<string>();
    for (const name of names) if (await livePrograms.hasEnded(name)) ended.add(name);
    return elsewhere.filter(({ program }) => ended.has(program));
  }

  /** Ends them with the disk as it is now. */
  async end(tasks: readonly LostTask[], snapshot: Snapshot): Promise<void> {
    if (tasks.length === 0) return;
    const { journal, workspace } = this.#parts;
    await journal.commit(workflowDomain, { verb: 'abandon', workspace, tasks, snapshot });
  }

  /** Does both. Takes a snapshot only where there is such a task. */
  async sweep(signal: AbortSignal): Promise<void> {
    const tasks = (await this.find()).filter(({ task }) => !this.#failed.has(task));
    if (tasks.length === 0) return;
    try {
      await this.end(tasks, await this.#parts.snapshots.take(signal));
    } catch (error) {
      for (const { task } of tasks) this.#failed.add(task);
      throw error;
    }
  }
}
