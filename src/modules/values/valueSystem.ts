/** Something that matters in a workspace, such as privacy. */
export interface Value {
  readonly id: string;
  readonly label: string | null;
  readonly description: string | null;
  /** How much it counts, 0 to 100. */
  readonly weight: number;
  /** Share of the weight that may be at risk, 0 to 1. */
  readonly tolerance: number;
}

/** What is good or bad for one value is so for another one (`supports`), or the other way round (`conflicts`). */
export interface Relationship {
  readonly from: string;
  readonly to: string;
  readonly kind: 'supports' | 'conflicts';
  /** Share that is passed on, 0 to 1. */
  readonly weight: number;
}

/** What matters in a workspace, and how. */
export interface ValueSystem {
  /** How often it was set. */
  readonly version: number;
  readonly values: readonly Value[];
  readonly relationships: readonly Relationship[];
  /** Lowest score of what is allowed, where nobody gives another one. */
  readonly threshold: number;
}

/** What a plan does to a value. */
export interface Impact {
  readonly value: string;
  readonly impact: 'support' | 'risk';
  /** 0 to 1. */
  readonly severity: number;
  readonly rationale: string | null;
  readonly source: string | null;
  /** The node of the plan that does it. */
  readonly nodeId: string | null;
}

/** Where nobody has said what matters. */
export const NO_VALUES: ValueSystem = { version: 0, values: [], relationships: [], threshold: 0.6 };
