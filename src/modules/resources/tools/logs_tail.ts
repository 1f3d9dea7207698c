import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Page } from '../../../core/resources/page';
import {
  type LogEntry,
  type LogFilter,
  tailOfChild,
  tailOfRun,
  tailOfServer,
} from '../../../core/resources/logEntries';
import {
  type CoordinationContext,
  defineCoordinationTool,
} from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import {
  checkFilter,
  checkSpan,
  fromSeq,
  idsOf,
  level,
  levels,
  limit,
  nextSeq,
  timeSpan,
  truncated,
  word,
} from './fields';

const DEFAULT_LIMIT = 100;

const hint = (what: string) => z.string().nullable().describe(`ID of the ${what}.`);

const filters = z.strictObject({
  message_contains: word.optional().describe('Only lines containing this text.'),
  run_ids: idsOf('runs'),
  job_ids: idsOf('jobs'),
  op_ids: idsOf('operations'),
  graph_ids: idsOf('graphs'),
  node_ids: idsOf('nodes'),
  child_ids: idsOf('children'),
  ...timeSpan,
});

export const logsTail = defineCoordinationTool({
  name: 'logs_tail',
  title: 'Read the end of a log',
  description:
    "Returns the newest lines of Switchyard's own log, of a run or of a child agent, or the lines after from_seq. Logs of MCP servers: resources_read sc://servers/{server}/logs.",
  effect: 'reads',
  family: 'EVT',
  input: () =>
    z.strictObject({
      stream: z.enum(['server', 'run', 'child']).default('server').describe("server: Switchyard's own log."),
      id: word.optional().describe('ID for stream run or child; required for both.'),
      from_seq: fromSeq,
      limit: limit.default(DEFAULT_LIMIT).describe('Maximum number to return.'),
      levels: levels.optional().describe('Only these levels.'),
      filters: filters
        .refine(...checkFilter)
        .refine(...checkSpan)
        .optional()
        .describe('What to show.'),
    }),
  output: () =>
    z.strictObject({
      stream: z.enum(['server', 'run', 'child']).describe('As requested.'),
      id: z.string().nullable().describe('As requested.'),
      entries: z
        .array(
          z.strictObject({
            seq: z.int().describe('Sequence number.'),
            ts: z.int().describe('Time, epoch ms.'),
            level: level.describe('Level.'),
            message: z.string().describe('Message.'),
            data: z.unknown().describe('Event data, or null.'),
            job_id: hint('job'),
            run_id: hint('run'),
            op_id: hint('operation'),
            graph_id: hint('graph'),
            node_id: hint('node'),
            child_id: hint('child'),
          }),
        )
        .describe('Oldest first.'),
      next_seq: nextSeq,
      count: z.int().describe('Number of items.'),
      truncated,
    }),
  async handle({ stream, id, from_seq: from, limit: most, levels: wanted, filters: filter }, context) {
    const page = await pageIn(stream, id, { fromSeq: from, limit: most, levels: wanted, ...filter }, context);
    return {
      stream,
      id: id ?? null,
      entries: [...page.rows],
      next_seq: page.nextSeq,
      count: page.rows.length,
      truncated: page.isTruncated,
    };
  },
});

async function pageIn(
  stream: 'server' | 'run' | 'child',
  id: string | undefined,
  filter: LogFilter,
  { logTail, resources, heartbeat, caller }: CoordinationContext,
): Promise<Page<LogEntry>> {
  if (stream === 'server') return tailOfServer(logTail, filter);
  if (id === undefined) {
    throw coordinationError('E-EVT-INVALID-INPUT', {
      message: `The log of a ${stream} requires an id.`,
      hint: 'set id',
      details: { missing: 'id' },
    });
  }
  const reader = { sessions: [caller.session] };
  if (stream === 'child') return await tailOfChild(resources, id, reader, filter);
  heartbeat.noticeReader();
  return await tailOfRun(resources, id, reader, filter);
}
