import { oneLine } from '../catalog/entry/plainText';
import { coordinationError } from '../coordination/coordinationError';
import type { EventLevel } from '../journal/event';
import { Refusal } from '../support/refusal';
import type { Json } from '../support/json';
import type { LogTail } from '../support/logTail';
import type { Numbered } from '../support/ring';
import { type History, type Page, pageOf, tailOf } from './page';
import { isWithin, type ResourceReader, type WatchRow } from './resourceKind';
import type { Resources } from './resources';
import type { RunRow } from './runLogs';

/** A line of a log, whosever it is, with what it belongs to. */
export interface LogEntry extends Numbered {
  readonly ts: number;
  readonly level: EventLevel;
  readonly message: string;
  readonly data: Json;
  readonly job_id: string | null;
  readonly run_id: string | null;
  readonly op_id: string | null;
  readonly graph_id: string | null;
  readonly node_id: string | null;
  readonly child_id: string | null;
}

const IDS = ['job', 'run', 'op', 'graph', 'node', 'child'] as const;

/** What a reader wants to see; `fromSeq` undefined: the end. */
export interface LogFilter extends Partial<
  Record<`${(typeof IDS)[number]}_ids`, readonly string[] | undefined>
> {
  readonly fromSeq: number | undefined;
  readonly limit: number;
  readonly levels?: readonly EventLevel[] | undefined;
  readonly message_contains?: string | undefined;
  readonly since_ts?: number | undefined;
  readonly until_ts?: number | undefined;
}

const NOBODY = { job_id: null, run_id: null, op_id: null, graph_id: null, node_id: null, child_id: null };

/** Our own log. @throws {Refusal} E-EVT-INVALID */
export function tailOfServer(log: LogTail | undefined, filter: LogFilter): Page<LogEntry> {
  const rows = log?.rows;
  return read(
    {
      droppedSeq: rows?.droppedSeq ?? 0,
      lastSeq: rows?.lastSeq ?? 0,
      *after(seq) {
        for (const row of rows?.after(seq) ?? []) yield { ...row, data: null, ...NOBODY };
      },
    },
    filter,
  );
}

/** What happened in a run, as lines. @throws {Refusal} E-EVT-INVALID, E-RES-NOT-FOUND, E-RES-FORBIDDEN */
export async function tailOfRun(
  resources: Resources,
  run: string,
  reader: ResourceReader,
  filter: LogFilter,
): Promise<Page<LogEntry>> {
  const history = await resources.history(`sc://runs/${run}/events`, reader);
  return read(
    {
      droppedSeq: history.droppedSeq,
      lastSeq: history.lastSeq,
      *after(seq) {
        // The history of a run has rows of a run.
        for (const row of history.after(seq)) yield entryOf(row as RunRow);
      },
    },
    filter,
  );
}

/** What a child wrote, as lines. @throws {Refusal} E-EVT-INVALID, E-CHILD-NOTFOUND */
export async function tailOfChild(
  resources: Resources,
  child: string,
  reader: ResourceReader,
  filter: LogFilter,
): Promise<Page<LogEntry>> {
  const history = await childHistory(resources, child, reader);
  return read(
    {
      droppedSeq: history.droppedSeq,
      lastSeq: history.lastSeq,
      *after(seq) {
        for (const row of history.after(seq)) yield childEntryOf(child, row);
      },
    },
    filter,
  );
}

async function childHistory(
  resources: Resources,
  child: string,
  reader: ResourceReader,
): Promise<History<WatchRow>> {
  try {
    return await resources.history(`sc://children/${encodeURIComponent(child)}/logs`, reader);
  } catch (error) {
    if (!Refusal.is(error, 'E-RES-NOT-FOUND')) throw error;
    throw coordinationError('E-CHILD-NOTFOUND', {
      message: `No child has the ID ${oneLine(child, 60)}. Children end with the program that started them.`,
      hint: 'call child_status for all; logs of MCP servers: resources_read sc://servers/{server}/logs',
      details: { child_id: oneLine(child, 200) },
    });
  }
}

/** A line of a child has no level of its own: what it writes to standard error is worth a look. */
function childEntryOf(child: string, { seq, ts, stream, message, ...row }: WatchRow): LogEntry {
  return {
    ...NOBODY,
    seq,
    ts: Number(ts),
    level: stream === 'stderr' ? 'warn' : 'info',
    message: String(message),
    data: { stream, parsed: row['parsed'] ?? null } as Json,
    child_id: child,
  };
}

function entryOf(row: RunRow): LogEntry {
  return {
    seq: row.seq,
    ts: row.ts,
    level: row.level,
    message: row.kind.toLowerCase(),
    data: row.payload,
    job_id: row.jobId,
    run_id: row.runId,
    op_id: row.opId,
    graph_id: row.graphId,
    node_id: row.nodeId,
    child_id: row.childId,
  };
}

function read(history: History<LogEntry>, filter: LogFilter): Page<LogEntry> {
  const { fromSeq, limit, levels, message_contains: part = '' } = filter;
  const matches = (entry: LogEntry): boolean =>
    (levels?.includes(entry.level) ?? true) &&
    entry.message.includes(part) &&
    isWithin(entry.ts, filter) &&
    IDS.every(name => filter[`${name}_ids`]?.includes(entry[`${name}_id`] ?? '') ?? true);
  if (fromSeq === undefined) return tailOf(history, limit, matches);
  if (fromSeq <= history.lastSeq) return pageOf(history, { fromSeq, limit, matches });
  throw coordinationError('E-EVT-INVALID', {
    message: `from_seq ${fromSeq} is ahead of the last line, ${history.lastSeq}: Switchyard was restarted since.`,
    hint: 'start again without from_seq',
    details: { from_seq: fromSeq, last_seq: history.lastSeq },
  });
}
