import type { Gateway } from '../gateway/gateway';
import type { ServerLogs } from '../gateway/upstream/serverLogs';
import type { Bus } from '../journal/bus';
import type { Event } from '../journal/event';
import type { Journal } from '../journal/journal';
import type { Clock } from '../support/clock';
import { isRecord } from '../support/json';
import type { Log } from '../support/log';
import type { Workflows } from '../workflow/workflows';
import { EventHistory } from './eventHistory';
import { Heartbeat } from './heartbeat';
import type { ModuleRun } from './joinedModule';
import type { ResourceKind } from './resourceKind';
import { ResultKind } from './resultKind';
import { Resources } from './resources';
import { RunKind } from './runKind';
import { RunLogs } from './runLogs';
import { ServerLogKind } from './serverLogKind';
import type { ToldFields } from './sharedFields';
import { WorkflowKind } from './workflowKind';

interface ResourceParts {
  readonly gateway: Gateway;
  readonly serverLogs: ServerLogs;
  readonly workflows: Workflows;
  /** What our modules tell of their events, what these are filtered by, and what lists the modules' states. */
  readonly told: ToldFields;
  readonly categories: readonly string[];
  readonly kinds: readonly ResourceKind[];
  /** What the modules run. */
  readonly runs: () => readonly ModuleRun[];
  readonly bus: Bus;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Key of the workspace. */
  readonly workspace: string;
}

/** The registry of what stands under `sc://`, and the events behind it. A new kind of address of a module is in its manifest. */
export function joinResources(parts: ResourceParts): {
  readonly resources: Resources;
  readonly eventHistory: EventHistory;
  readonly heartbeat: Heartbeat;
} {
  const { gateway, serverLogs, workflows, kinds, runs, bus, journal } = parts;
  const eventHistory = new EventHistory({ ...parts, isForeign: event => isForeign(event, parts) });
  const logs = new RunLogs(journal, eventHistory);
  const heartbeat = new Heartbeat({ ...parts, intervalMs: () => gateway.settings().heartbeatIntervalMs });
  const all = [
    new WorkflowKind(workflows, bus),
    new RunKind({ journal, workflows, runs, history: eventHistory, logs }),
    ...kinds,
    new ServerLogKind(gateway, serverLogs),
    new ResultKind(gateway.results),
  ];
  const resources = new Resources(all, bus);
  return { resources, eventHistory, heartbeat };
}

/** Several workspaces may share a journal: what happens in another one is none of this one's. */
function isForeign(
  { stream, payload }: Event,
  { workflows, workspace }: Pick<ResourceParts, 'workflows' | 'workspace'>,
): boolean {
  if (isRecord(payload) && typeof payload['workspace'] === 'string' && payload['workspace'] !== workspace)
    return true;
  if ((stream !== 'workflow' && stream !== 'taskActivity') || !isRecord(payload)) return false;
  const { workflow, task, tasks } = payload;
  const ids: readonly unknown[] = Array.isArray(tasks) ? tasks : [task ?? workflow];
  return ids.some(id => typeof id === 'string' && workflows.isForeign(id));
}
