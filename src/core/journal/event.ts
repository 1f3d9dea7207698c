import type { Instant } from '../support/clock';

/** Which run, job or agent an event belongs to. */
export interface Correlation {
  readonly session?: string;
  readonly run_id?: string;
  readonly op_id?: string;
  readonly job_id?: string;
  readonly graph_id?: string;
  readonly node_id?: string;
  readonly child_id?: string;
}

export type EventLevel = 'debug' | 'info' | 'warn' | 'error';

/** One thing that happened, durable or not: everything downstream is drawn from these. */
export interface Event extends Correlation {
  /** Place in the journal's total order, from 1; null for what is told but not kept (a health change, a log line). */
  readonly seq: number | null;
  readonly ts: Instant;
  /** Whose history it belongs to, e.g. a domain's name. */
  readonly stream: string;
  /** What happened, past tense, e.g. `serverActivated`. */
  readonly kind: string;
  /** Its category, for filters. */
  readonly cat: string;
  readonly level: EventLevel;
  readonly payload: unknown;
  /** Version of the payload. */
  readonly v: number;
}
