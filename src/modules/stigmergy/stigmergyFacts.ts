import type { Instant } from '../../core/support/clock';

/** A point after a change, as agents read it. Not rounded: a replay gives the same field. */
export interface PointChange {
  readonly point: {
    readonly node_id: string;
    readonly type: string;
    /** 0: the point is gone. */
    readonly intensity: number;
    readonly updated_at: Instant;
  };
  readonly node_total: {
    readonly node_id: string;
    readonly intensity: number;
    readonly updated_at: Instant;
  };
}

/** A trail was left. */
export type Marked = { readonly type: 'stigmergy_change'; readonly change: 'mark' } & PointChange;

/** Time took away. It says how, and not all of what: at 100,000 points that would be a long story. */
export interface Evaporated {
  readonly type: 'stigmergy_change';
  readonly change: 'evaporation';
  readonly half_life_ms: number;
  /** Bounds from now on. */
  readonly min_intensity: number;
  readonly max_intensity: number | null;
  /** Points that changed; of those, how many are gone. */
  readonly changed: number;
  readonly gone: number;
  /** The strongest of them, for those who want to hear. */
  readonly changes: readonly PointChange[];
}

/** Everything that happens in the field. */
export type StigmergyFact = Marked | Evaporated;

/** A trail to leave. */
export interface Deposit {
  readonly node: string;
  /** As it was given: trimmed and in lower case it is the same trail. */
  readonly type: string;
  readonly intensity: number;
}

/** A wish to leave trails: all of them or none. */
export interface MarkWish {
  readonly verb: 'mark';
  readonly deposits: readonly Deposit[];
  /** Who asks for many is told of each that could not be done. */
  readonly isBulk: boolean;
}

/** A wish to let time take away, from the whole field. */
export interface EvaporateWish {
  readonly verb: 'evaporate';
  readonly halfLifeMs: number;
  /** Bounds from now on; as before where left out. */
  readonly min?: number | undefined;
  readonly max?: number | null | undefined;
  /** Changes to tell of. */
  readonly limit: number;
}

/** What can be asked of the field. */
export type StigmergyWish = MarkWish | EvaporateWish;
