import type { Instant } from '../../../core/support/clock';
import type { Json } from '../../../core/support/json';
import type { NodeChanges } from '../engine/nodeState';
import type { RunFailure, RunSpec, RunState, Waiting } from './planRun';

/** A leaf's call is over. */
export interface LeafEnd {
  readonly leaf: number;
  /** Which of its calls, from 1. */
  readonly call: number;
  readonly isSuccess: boolean;
  readonly output?: Json;
  /** Length of the output as JSON, in UTF-16 units. */
  readonly size?: number;
  readonly isCut?: true;
  readonly isKept?: true;
  readonly code?: string;
  readonly message?: string;
}

/** A leaf's call begins. */
export interface LeafStart {
  readonly leaf: number;
  readonly call: number;
  readonly input?: Json;
}

/** What one step of a run changed: some ticks, and what came of calls. */
export interface Step {
  /** When it was taken; left out by older versions: when it was recorded. */
  readonly at?: Instant;
  readonly ticks: number;
  readonly nodes: NodeChanges;
  readonly ended: readonly LeafEnd[];
  readonly began: readonly LeafStart[];
  /** Leaves that were stopped. */
  readonly halted: readonly number[];
}

export interface RunEnd {
  readonly state: Extract<RunState, 'done' | 'failed' | 'cancelled'>;
  readonly failure: RunFailure | null;
  /** Place of the node that made it fail; left out where no node did. */
  readonly failedAt?: number;
}

/** What becomes of a call that was under way when its program ended: made again, or taken as ended like this. */
export type Verdict = 'retry' | 'success' | 'failure';

/** The same for all of them, or for each by its ID; those that are not named wait on. */
export type Verdicts = Verdict | Readonly<Record<string, Verdict>>;

export type PlanWish =
  | {
      readonly verb: 'start';
      readonly spec: RunSpec;
      readonly program: string | null;
      /** So many runs there must be room for; left out: this one. */
      readonly room?: number;
    }
  | {
      readonly verb: 'step';
      readonly run: string;
      /** Who runs it: another program that took it over is not disturbed. */
      readonly program: string | null;
      readonly steps: readonly Step[];
      readonly end?: RunEnd;
    }
  | {
      readonly verb: 'pause';
      readonly run: string;
      readonly by: 'agent' | 'person' | 'restart';
      readonly waiting?: Waiting;
    }
  | {
      readonly verb: 'resume';
      readonly run: string;
      readonly program: string | null;
      /** Who ran it until now: where that is somebody else meanwhile, nothing changes. */
      readonly from: string | null;
      readonly verdict?: Verdicts;
    }
  | {
      readonly verb: 'cancel';
      readonly run: string;
      readonly by: 'agent' | 'person';
      readonly reason: string | null;
    }
  | { readonly verb: 'end'; readonly run: string; readonly end: RunEnd }
  | { readonly verb: 'forget'; readonly runs: readonly string[] };

export type PlanFact =
  | {
      readonly type: 'plan_started';
      readonly run: string;
      readonly spec: RunSpec;
      readonly program: string | null;
    }
  | { readonly type: 'plan_stepped'; readonly run: string; readonly step: Step }
  | {
      readonly type: 'plan_paused';
      readonly run: string;
      readonly by: 'agent' | 'person' | 'restart';
      readonly waiting: Waiting | null;
    }
  | {
      readonly type: 'plan_resumed';
      readonly run: string;
      readonly program: string | null;
      readonly verdict: Verdicts | null;
    }
  | {
      readonly type: 'plan_cancelled';
      readonly run: string;
      readonly by: 'agent' | 'person';
      readonly reason: string | null;
    }
  | {
      readonly type: 'plan_ended';
      readonly run: string;
      readonly state: RunEnd['state'];
      readonly failure: RunFailure | null;
      readonly failedAt?: number;
    }
  /** Runs that are over long enough. */
  | { readonly type: 'plan_forgotten'; readonly runs: readonly string[] };
