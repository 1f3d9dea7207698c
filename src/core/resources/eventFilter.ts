import type { EventLevel } from '../journal/event';
import type { AgentEvent } from './agentEvent';

/** What a reader of events wants to see; everything where nothing is said. */
export interface EventFilter {
  readonly cats?: readonly string[] | undefined;
  readonly levels?: readonly EventLevel[] | undefined;
  readonly run_id?: string | undefined;
  readonly job_id?: string | undefined;
  readonly child_id?: string | undefined;
  readonly op_id?: string | undefined;
  readonly graph_id?: string | undefined;
  readonly node_id?: string | undefined;
}

const IDS = ['run_id', 'job_id', 'child_id', 'op_id', 'graph_id', 'node_id'] as const;

/** Says whether an event is one of those that were asked for. */
export function eventMatcher(filter: EventFilter): (event: AgentEvent) => boolean {
  // `cnp` is the contract net protocol.
  const cats = filter.cats && new Set(filter.cats.map(cat => (cat === 'cnp' ? 'contract_net' : cat)));
  const levels = filter.levels && new Set(filter.levels);
  const ids = IDS.filter(name => filter[name] !== undefined);
  return event =>
    (cats?.has(event.cat) ?? true) &&
    (levels?.has(event.level) ?? true) &&
    ids.every(name => event[name] === filter[name]);
}
