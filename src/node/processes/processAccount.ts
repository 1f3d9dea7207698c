import type { Disposable } from '../../core/support/disposable';

/** Keeps account of servers' processes, so that none outlives us. */
export interface ProcessAccount {
  /** The first process will be started some time. */
  prepare?(): void;
  /**
   * A process is about to be started: whatever takes time is done now, and not while nobody knows of it. By the mark in its
   * environment, where there is one, it can be found even when we end before we know its pid.
   */
  expecting?(mark: string | undefined): void;
  /** A process that leads its own group was started. Disposed when all of the group, and all that carry its mark, are gone. */
  started(pid: number, mark: string | undefined): Disposable;
}
