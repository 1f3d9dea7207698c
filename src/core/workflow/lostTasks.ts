import type { Snapshot } from '../snapshots/snapshot';
import type { LostTask } from './wishes';
import { isWorkedOn } from './words';
import { workflowDomain } from './workflowDomain';
import type { WorkflowParts } from './workflowParts';

/** Finds tasks whose program has gone, and ends them: nobody works on them, so what changes from then on is not theirs. */
export class LostTasks {
  readonly #parts: WorkflowParts;

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
    const tasks = await this.find();
    if (tasks.length > 0) await this.end(tasks, await this.#parts.snapshots.take(signal));
  }
}
