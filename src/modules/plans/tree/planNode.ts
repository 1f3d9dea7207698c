import type { Json } from '../../../core/support/json';

/** When a parallel node is done: all children succeed, one does, or so many do (and so many may fail). */
export type ParallelPolicy =
  | 'all'
  | 'any'
  | {
      readonly mode: 'quota';
      /** Successes needed; negative counts from the end: -1 is all. */
      readonly threshold: number;
      /** Failures that end it; negative as `threshold`. Left out: as many as make the threshold impossible. */
      readonly failure_threshold?: number;
    };

interface Named {
  /** Made up where it is left out. */
  readonly id?: string;
}

export interface Composite extends Named {
  readonly type: 'sequence' | 'selector' | 'reactive_sequence' | 'reactive_selector' | 'sequence_with_memory';
  readonly children: readonly PlanNode[];
}

export interface Parallel extends Named {
  readonly type: 'parallel';
  readonly policy: ParallelPolicy;
  readonly children: readonly PlanNode[];
}

export interface Retry extends Named {
  readonly type: 'retry';
  /** -1: without end. */
  readonly max_attempts: number;
  /** Pause before each further attempt, in milliseconds. */
  readonly backoff_ms?: number;
  /** At most this much more, by chance, in milliseconds. */
  readonly backoff_jitter_ms?: number;
  readonly child: PlanNode;
}

export interface Repeat extends Named {
  readonly type: 'repeat';
  /** -1: until the child fails. */
  readonly cycles: number;
  readonly child: PlanNode;
}

export interface Timeout extends Named {
  readonly type: 'timeout';
  readonly timeout_ms?: number;
  /** Instead of `timeout_ms`: a usual time for this kind of work. */
  readonly timeout_category?: TimeoutCategory;
  /** Lengthens a category's time: 1 is the usual work. */
  readonly complexity_score?: number;
  readonly child: PlanNode;
}

export interface Guard extends Named {
  readonly type: 'guard';
  /** Name of a variable of the run, else a key of the shared blackboard. */
  readonly condition_key: string;
  /** Left out: whatever counts as true. */
  readonly expected?: Json;
  readonly child: PlanNode;
}

export interface Decorator extends Named {
  readonly type: 'inverter' | 'force_success' | 'force_failure' | 'cancellable';
  readonly child: PlanNode;
}

export interface Condition extends Named {
  readonly type: 'condition';
  readonly condition_key: string;
  readonly expected?: Json;
}

/** A leaf: a tool, or one of the built-in ones (`BUILT_IN_LEAVES`). */
export interface Task extends Named {
  readonly type: 'task';
  /** Its name in the graph it comes from, and in answers; `id` where it is left out. */
  readonly node_id?: string;
  readonly tool: string;
  /** The variable that holds the whole input. */
  readonly input_key?: string;
  /** The input; `{"$from": "/vars/…"}` and `{"$text": "…{/vars/…}…"}` in it are filled in when the leaf starts. */
  readonly input?: Json;
  /** The variable that its output is put into. */
  readonly output_key?: string;
}

/** A node of a behaviour tree as people and agents write it; what each does is written in `docs/dev/plans.md`. */
export type PlanNode = Composite | Parallel | Retry | Repeat | Timeout | Guard | Decorator | Condition | Task;

/** A tree that can be run. */
export interface PlanTree {
  readonly id: string;
  readonly root: PlanNode;
}

/** Usual times of work, in milliseconds (chosen here). */
export const TIMEOUT_CATEGORIES = {
  quick: 5_000,
  standard: 30_000,
  long: 300_000,
} as const;

export type TimeoutCategory = keyof typeof TIMEOUT_CATEGORIES;

/** Leaves that run without a tool. */
export const BUILT_IN_LEAVES: ReadonlySet<string> = new Set(['noop', 'abort', 'bb_set', 'wait']);

/** The nodes right below a node. */
export function childrenOf(node: PlanNode): readonly PlanNode[] {
  if ('children' in node) return node.children;
  return 'child' in node ? [node.child] : [];
}

/** How long a timeout node waits, in milliseconds. */
export function timeoutOf({
  timeout_ms: ms,
  timeout_category: category,
  complexity_score: score = 1,
}: Timeout): number {
  return ms ?? Math.round(TIMEOUT_CATEGORIES[category ?? 'standard'] * score);
}
