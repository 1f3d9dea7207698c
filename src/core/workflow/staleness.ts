import type { Instant } from '../support/clock';
import { type Disposable, disposable } from '../support/disposable';
import type { SessionId } from '../../shared/ids';
import { LostTasks } from './domain/lostTasks';
import type { Task } from './model/state';
import { taskActivity } from './report/taskActivity';
import { workflowDomain } from './domain/workflowDomain';
import type { WorkflowParts } from './model/workflowParts';

/** Milliseconds without a word of its session after which a task is stale (30 minutes). */
const STALE_MS = 30 * 60_000;

/** How often tasks are looked at, in milliseconds (chosen here). */
const SWEEP_MS = 60_000;

/** The first look after a start, in milliseconds: a program that was ending when this one began is gone by then (chosen here). */
const FIRST_SWEEP_MS = 10_000;

/** A living session is noted this often, in milliseconds, so that other windows know that it lives (chosen here). */
const NOTE_MS = 5 * 60_000;

/**
 * Marks tasks whose agent has gone. Hosts never say that a chat was closed: in a program that lives, silence is the only sign, and
 * such a task is stale. Of a program that has gone, nobody will be heard: its tasks are abandoned.
 */
export class Staleness implements Disposable {
  readonly #parts: WorkflowParts;
  readonly #lost: LostTasks;
  readonly #seen = new Map<SessionId, Instant>();
  readonly #timer: Disposable;

  constructor(parts: WorkflowParts) {
    this.#parts = parts;
    this.#lost = new LostTasks(parts);
    const { clock, log } = parts;
    let timer: Disposable;
    const again = (inMs: number): Disposable =>
      clock.after(inMs, () => {
        this.sweep().catch((error: unknown) =>
          log.warn('Stale tasks could not be marked', { error: String(error) }),
        );
        timer = again(SWEEP_MS);
      });
    timer = again(FIRST_SWEEP_MS);
    this.#timer = disposable(() => timer.dispose());
  }

  /** A session was heard of, by whatever call. */
  notice(session: SessionId): void {
    this.#seen.set(session, this.#parts.clock.now());
  }

  /** Notes which tasks are alive, marks those that no window has heard of for 30 minutes, and ends those whose program has gone. */
  async sweep(): Promise<void> {
    const { journal, clock, workspace } = this.#parts;
    const now = clock.now();
    const running = this.#running();
    const alive = running.filter(task => {
      const heard = this.#seen.get(task.session);
      return heard !== undefined && heard - this.#lastNoted(task) >= NOTE_MS;
    });
    if (alive.length > 0) {
      await journal.commit(taskActivity, { verb: 'seen', tasks: alive.map(({ id }) => id) });
    }
    const silent = running.filter(
      task => now - Math.max(this.#lastNoted(task), this.#seen.get(task.session) ?? 0) >= STALE_MS,
    );
    if (silent.length > 0) {
      const tasks = silent.map(({ id }) => id);
      await journal.commit(workflowDomain, { verb: 'markStale', workspace, tasks, reason: 'session-gone' });
    }
    for (const [session, at] of this.#seen) if (now - at >= STALE_MS) this.#seen.delete(session);
    await this.#lost.sweep(new AbortController().signal);
  }

  /** The window closes: the tasks of its sessions are stale at once. */
  async windowClosed(): Promise<void> {
    const { journal, workspace } = this.#parts;
    const own = this.#running().filter(task => this.#seen.has(task.session));
    if (own.length === 0) return;
    const tasks = own.map(({ id }) => id);
    await journal.commit(workflowDomain, { verb: 'markStale', workspace, tasks, reason: 'window-closed' });
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #running(): readonly Task[] {
    const { journal, workspace } = this.#parts;
    return [...journal.read(workflowDomain).tasks.values()].filter(
      task => task.status === 'in_progress' && task.workspace === workspace,
    );
  }

  /** When any window last noted a sign of life of it. */
  #lastNoted(task: Task): number {
    return Math.max(task.touchedAt, this.#parts.journal.read(taskActivity).get(task.id)?.seenAt ?? 0);
  }
}
