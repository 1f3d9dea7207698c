import type { Event } from '../journal/event';
import type { Journal } from '../journal/journal';
import { seqBefore } from '../journal/seqBefore';
import type { Instant } from '../support/clock';
import { Ring } from '../support/ring';
import { type AgentEvent, agentEvent } from './agentEvent';
import type { EventHistory } from './eventHistory';
import { type Place, placeOf } from './place';
import type { WatchRow } from './resourceKind';

/** Events kept of a run, and runs whose events are held in memory (chosen here). */
const MAX_EVENTS = 500;
const MAX_RUNS = 64;

/** Events read from the journal at a time. */
const BATCH = 1_000;

/** A row of a run, as agents read it. */
export interface RunRow extends WatchRow {
  readonly ts: number;
  readonly kind: string;
  readonly level: AgentEvent['level'];
  readonly jobId: string | null;
  readonly runId: string;
  readonly opId: string | null;
  readonly graphId: string | null;
  readonly nodeId: string | null;
  readonly childId: string | null;
  readonly payload: AgentEvent['data'];
}

/** What happened in runs: read from the journal when somebody first asks, and followed from there. */
export class RunLogs {
  readonly #journal: Pick<Journal, 'seq' | 'eventsAfter'>;
  readonly #history: EventHistory;
  readonly #logs = new Map<string, Promise<Ring<RunRow>>>();
  /** What is told while a log is being read. */
  readonly #arrivals = new Map<string, RunRow[]>();
  readonly #ready = new Map<string, Ring<RunRow>>();

  constructor(journal: Pick<Journal, 'seq' | 'eventsAfter'>, history: EventHistory) {
    this.#journal = journal;
    this.#history = history;
    // For as long as the history is there.
    history.onDidTell(({ event, place, told }) => {
      for (const run of runIds(event, told)) {
        const log = this.#ready.get(run);
        if (log) add(log, rowOf(place, run, told));
        this.#arrivals.get(run)?.push(rowOf(place, run, told));
      }
    });
  }

  /** The events of a run that began at this time. */
  async of(run: string, since: Instant): Promise<Ring<RunRow>> {
    const log = this.#logs.get(run) ?? this.#read(run, since);
    this.#logs.delete(run);
    this.#logs.set(run, log);
    for (const oldest of this.#logs.keys()) {
      if (this.#logs.size <= MAX_RUNS) break;
      this.#logs.delete(oldest);
      this.#ready.delete(oldest);
    }
    return await log;
  }

  #read(run: string, since: Instant): Promise<Ring<RunRow>> {
    const arrivals: RunRow[] = [];
    this.#arrivals.set(run, arrivals);
    const told = this.#history.volatileOf(run).map(event => rowOf(event.seq, run, event.told));
    const reading = this.#recorded(run, since).then(recorded => {
      const ring = new Ring<RunRow>(MAX_EVENTS);
      // What came while the journal was read may have been read there already: one of the two is passed over.
      const known = [...recorded, ...told, ...arrivals].sort((a, b) => a.seq - b.seq);
      for (const row of known) add(ring, row);
      if (this.#logs.get(run) === reading) this.#ready.set(run, ring);
      return ring;
    });
    void reading
      .catch(() => this.#logs.delete(run)) // Who asked is told; the next one tries again.
      .finally(() => this.#arrivals.delete(run));
    return reading;
  }

  async #recorded(run: string, since: Instant): Promise<readonly RunRow[]> {
    const rows: RunRow[] = [];
    for (let seq = await seqBefore(this.#journal, since); ;) {
      const events = await this.#journal.eventsAfter(seq, BATCH);
      for (const event of events) {
        const told = agentEvent(0, event, this.#history.toldFields);
        if (event.seq !== null && runIds(event, told).includes(run)) {
          rows.push(rowOf(placeOf(event.seq), run, told));
        }
      }
      seq = events.at(-1)?.seq ?? seq;
      if (events.length < BATCH) return rows;
    }
  }
}

/** Adds what comes next. Of signs of life only the last counts: they must not push out what happened. */
function add(log: Ring<RunRow>, row: RunRow): void {
  if (row.seq <= log.lastSeq) return;
  if (row.kind === 'HEARTBEAT' && log.last?.kind === 'HEARTBEAT') log.replaceLast(row);
  else log.push(row);
}

/** The runs an event is a row of: also each of those that a sign of life names together. */
function runIds({ stream, payload }: Event, { run_id: run }: AgentEvent): readonly string[] {
  if (run !== null) return [run];
  const tasks = stream === 'taskActivity' ? (payload as { readonly tasks?: unknown }).tasks : undefined;
  return Array.isArray(tasks) ? tasks.filter(task => typeof task === 'string') : [];
}

function rowOf(seq: Place, run: string, told: AgentEvent): RunRow {
  return {
    seq,
    ts: told.ts,
    kind: told.kind,
    level: told.level,
    jobId: told.job_id,
    runId: run,
    opId: told.op_id,
    graphId: told.graph_id,
    nodeId: told.node_id,
    childId: told.child_id,
    payload: told.data,
  };
}
