import type { Correlation } from '../../../core/journal/event';
import type { Instant } from '../../../core/support/clock';
import type { Json } from '../../../core/support/json';
import type { Caller } from '../../../core/gateway/sessions/sessions';
import type { NodeState } from '../engine/nodeState';
import type { PlanValues } from './valueGuard';
import type { PlanTree } from '../tree/planNode';

export type RunMode = 'bt' | 'reactive';

/** `paused`: nothing new begins; calls under way go on. The last three are ends. */
export type RunState = 'running' | 'paused' | 'done' | 'failed' | 'cancelled';

/** Why a run that ended badly did. */
export interface RunFailure {
  readonly code: string;
  readonly message: string;
  /** The node it failed at: mostly a leaf. */
  readonly leaf?: string;
}

/** What a run waits for before it goes on: somebody has to say. */
export interface Waiting {
  /**
   * `interrupted`: these calls were under way when the program ended, and may have done their work. `refused`: a server could
   * not be switched on again.
   */
  readonly reason: 'interrupted' | 'refused';
  readonly message: string;
  /** Places of leaves. */
  readonly leaves: readonly number[];
}

/** What came of a leaf's last call. */
export interface LeafRun {
  /** How often it was called. */
  readonly calls: number;
  readonly status: 'running' | 'success' | 'failure' | 'halted';
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  /** What it was called with; left out where that is nothing. */
  readonly input?: Json;
  readonly output?: Json;
  /** Length of the output as JSON, in UTF-16 units; left out where there is none. */
  readonly size?: number;
  /** The output was longer than what is kept. */
  readonly isCut?: true;
  /** Taken from the run that this one tries again. */
  readonly isKept?: true;
  /** Of a failure. */
  readonly code?: string;
  readonly message?: string;
}

/** What a run is from its start. */
export interface RunSpec {
  readonly id: string;
  readonly mode: RunMode;
  readonly tree: PlanTree;
  readonly variables: Readonly<Record<string, Json>>;
  /** Whose rights its calls have. */
  readonly caller: Caller;
  /** The servers that its calls need; to be switched on again after a restart. */
  readonly servers: readonly string[];
  readonly opId: string;
  readonly correlation: Pick<Correlation, 'job_id' | 'graph_id' | 'node_id' | 'child_id'>;
  /** When it has to be over. */
  readonly deadline: Instant | null;
  /** Time between ticks, in milliseconds; null: only when something happened. */
  readonly tickMs: number | null;
  /** Time that ticking may take altogether, in milliseconds. */
  readonly budgetMs: number | null;
  /** The file it comes from, relative to the workspace folder. */
  readonly file?: string;
  /** What it does to the values of the workspace, where it said so. */
  readonly values?: PlanValues;
  /** The run that this one tries again: calls that succeeded there are not made here. */
  readonly retries?: string;
}

/** What came of a leaf in the run that is tried again. */
export interface KeptLeaf extends Pick<LeafRun, 'output' | 'size' | 'isCut'> {
  /** So many calls are taken as made. */
  readonly calls: number;
}

/** A run, as the journal keeps it. */
export interface PlanRun extends RunSpec {
  /** The program that runs it (`LivePrograms`); null where none does. */
  program: string | null;
  state: RunState;
  readonly startedAt: Instant;
  updatedAt: Instant;
  finishedAt: Instant | null;
  pausedAt: Instant | null;
  waiting: Waiting | null;
  failure: RunFailure | null;
  /** Somebody asked for its end. */
  cancel: { readonly by: 'agent' | 'person'; readonly reason: string | null } | null;
  ticks: number;
  /** Number of the last fact of this run in the journal. */
  steps: number;
  readonly vars: Map<string, Json>;
  readonly nodes: Map<number, NodeState>;
  readonly leaves: Map<number, LeafRun>;
  /** Of a run that tries another one again. */
  kept?: ReadonlyMap<number, KeptLeaf>;
}

/** Whether nothing more will come. */
export function hasEnded({ state }: Pick<PlanRun, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled';
}
