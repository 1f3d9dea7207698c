import type { History } from '../journal/history';
import { isRecord } from '../support/json';
import type { TaskId } from '../snapshots/snapshot';
import { workflowDomain } from '../workflow/domain/workflowDomain';
import { runsOf } from './agentEvent';
import { type Durable, type JoinedModule, toldBy } from './joinedModule';
import { sharedPart } from './sharedFields';

/**
 * What is left of events for those who read the events of a run: what may be told of those that are part of one, as long as
 * the run is known. Signs of life say nothing once they are past.
 */
export function runHistory(modules: readonly JoinedModule[]): History {
  const told = toldBy(modules);
  const sources = modules.flatMap(({ durable }) => (durable as Durable | null)?.runs ?? []);
  const isWanted: History['isWanted'] = (run, read) =>
    read(workflowDomain).tasks.has(run as TaskId) || sources.some(({ isKept }) => isKept(run, read));
  return {
    isWanted,
    past(event, read) {
      const [run] = runsOf(event);
      if (run === undefined || event.kind === 'tasksSeen' || !isWanted(run, read)) return undefined;
      const task = isRecord(event.payload) ? event.payload['task'] : undefined;
      const payload = sharedPart(event.kind, event.payload, told);
      return { run, payload: typeof task === 'string' ? { ...payload, task } : payload };
    },
  };
}
