import type { Disposable } from '../../core/support/disposable';

/** Keeps account of servers' processes, so that none outlives us. */
export interface ProcessAccount {
  /** A process that leads its own group was started. Disposed when all of the group are gone. */
  started(pid: number): Disposable;
}
