import { oneLine } from '../catalog/entry/plainText';
import type { Journal } from '../journal/journal';
import type { Disposable } from '../support/disposable';
import type { Instant } from '../support/clock';
import { Refusal } from '../support/refusal';
import type { Task } from '../workflow/model/state';
import type { Workflows } from '../workflow/workflows';
import type { EventHistory } from './eventHistory';
import type { ModuleRun } from './joinedModule';
import { placeOf } from './place';
import {
  forbidden,
  isWithin,
  type ListedResource,
  notFound,
  type ResourceChange,
  type ResourceKind,
  type RunFilter,
  type Watched,
  type WatchFilters,
  type WatchRow,
} from './resourceKind';
import type { RunLogs } from './runLogs';

const ADDRESS = /^sc:\/\/runs\/([\w.:-]+)\/events$/;

/** Kinds of events after which other runs are listed. */
const LIST_CHANGES: ReadonlySet<string> = new Set([
  'TASK_STARTED',
  'WORKFLOW_DELETED',
  'PLAN_STARTED',
  'PLAN_FORGOTTEN',
]);

interface RunKindParts {
  readonly journal: Pick<Journal, 'seq'>;
  readonly workflows: Pick<Workflows, 'all' | 'tasks' | 'task'>;
  /** Runs of modules, the newest first. */
  readonly runs: () => readonly ModuleRun[];
  readonly history: EventHistory;
  readonly logs: RunLogs;
}

/** What happened in a run, as `sc://runs/<id>/events`: a run is one recorded task, or a run of a module such as a plan's. */
export class RunKind implements ResourceKind {
  readonly kind = 'run_events';
  readonly rowType = 'run_event';
  readonly filter = 'run';
  readonly template = {
    uriTemplate: 'sc://runs/{run_id}/events',
    name: 'run',
    title: 'Events of a run',
    description: 'What happened in a recorded task or a run of a plan, as JSON.',
    mimeType: 'application/json',
  };
  readonly #parts: RunKindParts;

  constructor(parts: RunKindParts) {
    this.#parts = parts;
  }

  owns(uri: string): boolean {
    return uri.startsWith('sc://runs/');
  }

  /** The newest that have begun. */
  list(_reader: unknown, most: number): readonly ListedResource[] {
    const { workflows } = this.#parts;
    const rows: ListedResource[] = [];
    for (const workflow of workflows.all()) {
      if (rows.length >= most) break;
      if (workflow.isArchived) continue;
      const begun = workflows.tasks(workflow.id).filter(({ startedAt }) => startedAt !== null);
      rows.push(...begun.toReversed().map(rowOf));
    }
    // Of either kind the newest are there, whichever there are more of.
    const others = this.#parts.runs().slice(0, most).map(moduleRow);
    const room = Math.max(0, most - Math.min(others.length, Math.floor(most / 2)));
    return [...rows.slice(0, room), ...others].slice(0, most);
  }

  async read(uri: string): Promise<Readonly<Record<string, unknown>>> {
    const run = this.#run(uri);
    const log = await this.#parts.logs.of(run.id, run.since);
    return { runId: run.id, events: [...log.after(0)] };
  }

  async watch(uri: string, _reader: unknown, { run: filter = {} }: WatchFilters): Promise<Watched> {
    const { logs, journal } = this.#parts;
    const run = this.#run(uri);
    const log = await logs.of(run.id, run.since);
    return {
      history: {
        droppedSeq: log.droppedSeq,
        // A reader may remember what was told and not kept before a restart.
        lastSeq: placeOf(journal.seq + 1) - 1,
        after: seq => log.after(seq),
      },
      matches: matcher(filter),
    };
  }

  onDidChange(listener: (change: ResourceChange) => void): Disposable {
    return this.#parts.history.onDidTell(({ told }) => {
      const { run_id: run, kind } = told;
      if (run === null && !LIST_CHANGES.has(kind)) return;
      listener({ isList: LIST_CHANGES.has(kind), touches: uri => uri === `sc://runs/${run}/events` });
    });
  }

  #run(uri: string): { readonly id: string; readonly since: Instant } {
    const [, id] = ADDRESS.exec(uri) ?? [];
    const hint = 'call resources_list with prefix sc://runs';
    if (id === undefined) {
      throw notFound('This is not the URI of a run. Read sc://runs/{run_id}/events.', hint, uri);
    }
    const other = this.#parts.runs().find(each => each.id === id);
    if (other !== undefined) return { id, since: other.startedAt };
    try {
      return { id, since: this.#parts.workflows.task(id).createdAt };
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      throw (Refusal.is(error, 'foreign-task') ? forbidden : notFound)(error.message, hint, uri);
    }
  }
}

function rowOf({ id, name, status, workflow }: Task): ListedResource {
  return {
    uri: `sc://runs/${id}/events`,
    title: name,
    description: `Task, ${status.replaceAll('_', ' ')}`,
    metadata: { name, status, workflowId: workflow },
  };
}

function moduleRow({ id, name, kind, status }: ModuleRun): ListedResource {
  return {
    uri: `sc://runs/${id}/events`,
    title: oneLine(name, 100),
    description: `${kind}, ${status}`,
    metadata: { name, status },
  };
}

function matcher(filter: RunFilter): (row: WatchRow) => boolean {
  const sets = [
    ['level', filter.levels],
    ['kind', filter.kinds?.map(kind => kind.toUpperCase())],
    ['jobId', filter.job_ids],
    ['opId', filter.op_ids],
    ['graphId', filter.graph_ids],
    ['nodeId', filter.node_ids],
    ['childId', filter.child_ids],
  ] as const;
  return row =>
    isWithin(Number(row['ts']), filter) &&
    sets.every(([field, wanted]) => wanted === undefined || wanted.includes(String(row[field]) as never));
}
