import type { Bus } from '../journal/bus';
import type { Correlation, EventLevel } from '../journal/event';
import type { Clock } from '../support/clock';

/** Something that is told but not kept. */
export interface News {
  /** The category, e.g. `consensus`. */
  readonly cat: string;
  /** The kind in lower case, e.g. `consensus_decision`. */
  readonly kind: string;
  readonly level?: EventLevel;
  readonly payload: unknown;
}

/** Puts something on the bus that no domain keeps. */
export function tell(
  { bus, clock }: { readonly bus: Bus; readonly clock: Clock },
  { cat, kind, level = 'info', payload }: News,
  origin: Correlation,
): void {
  bus.publish({ ...origin, seq: null, ts: clock.now(), stream: cat, kind, cat, level, payload, v: 1 });
}
