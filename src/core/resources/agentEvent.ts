import type { Event, EventLevel } from '../journal/event';
import { isRecord, type Json } from '../support/json';
import { sharedFields, snakeCase, type ToldFields } from './sharedFields';

/** An event as agents read it, field by field. */
export interface AgentEvent {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly ts: number;
  readonly cat: string;
  /** In capitals, e.g. `SERVER_ACTIVATED`. */
  readonly kind: string;
  readonly level: EventLevel;
  readonly job_id: string | null;
  readonly run_id: string | null;
  readonly op_id: string | null;
  readonly graph_id: string | null;
  readonly node_id: string | null;
  readonly child_id: string | null;
  /** What happened, in lower case. */
  readonly msg: string;
  /** What may be told of it. */
  readonly data: Json;
}

/** Where an event comes from says what it is filtered by. */
export function categoryOf({ cat, stream }: Pick<Event, 'cat' | 'stream'>): string {
  return cat === 'cnp' ? 'contract_net' : cat === '' ? stream : cat;
}

/** What may be told of an event; `modules`: by those of our modules. */
export function agentEvent(seq: number, event: Event, modules: ToldFields): AgentEvent {
  const cat = categoryOf(event);
  const name = snakeCase(event.kind === '' ? cat : event.kind);
  const [run = null] = runsOf(event);
  const said = isRecord(event.payload) ? event.payload['msg'] : undefined;
  return {
    seq,
    ts: event.ts,
    cat,
    kind: name.toUpperCase(),
    level: event.level,
    job_id: event.job_id ?? null,
    run_id: run,
    op_id: event.op_id ?? null,
    graph_id: event.graph_id ?? null,
    node_id: event.node_id ?? null,
    child_id: event.child_id ?? null,
    msg: event.kind === 'heartbeat' && typeof said === 'string' ? said : name,
    data: sharedFields(event.kind, event.payload, modules),
  };
}

/** The runs that an event belongs to: a recorded task is a run. */
export function runsOf({ run_id: run, stream, payload }: Event): readonly string[] {
  if (run !== undefined) return [run];
  if ((stream !== 'workflow' && stream !== 'taskActivity') || !isRecord(payload)) return [];
  const { task, tasks } = payload;
  if (typeof task === 'string') return [task];
  return Array.isArray(tasks) && tasks.length === 1 ? tasks.filter(id => typeof id === 'string') : [];
}
