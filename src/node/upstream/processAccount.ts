import type { Disposable } from '../../core/support/disposable';

/** Keeps account of servers' processes, so that none outlives us. */
export interface ProcessAccount {
  /**
   * A process is about to be started: whatever takes time is done now, and not while nobody knows of it. Gives variables that
   * mark the process, so that it can be found even when we end before we know its pid.
   */
  expecting?(): Readonly<Record<string, string>>;
  /** A process that leads its own group was started. Disposed when all of the group are gone. */
  started(pid: number): Disposable;
}
