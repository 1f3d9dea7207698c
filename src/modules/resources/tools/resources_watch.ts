import * as z from 'zod';
import { sseText } from '../../../core/resources/sse';
import { watchMessages } from '../../../core/resources/watchSse';
import { entryKey } from '../../blackboard/tools/entrySchemas';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import {
  checkFilter,
  checkSpan,
  fromSeq,
  idsOf,
  levels,
  limit,
  nextSeq,
  timeSpan,
  truncated,
  uri,
  word,
  words,
} from './fields';

/** Rows of an answer where nothing is said, as in events_subscribe (chosen here). */
const DEFAULT_LIMIT = 100;

const runFilter = z.strictObject({
  levels: levels.optional().describe('Only these levels.'),
  kinds: words.optional().describe('Only these kinds, e.g. TASK_COMPLETED.'),
  job_ids: idsOf('jobs'),
  op_ids: idsOf('operations'),
  graph_ids: idsOf('graphs'),
  node_ids: idsOf('nodes'),
  child_ids: idsOf('children'),
  ...timeSpan,
});
const serverFilter = z.strictObject({
  message_contains: word.optional().describe('Only lines containing this text.'),
  ...timeSpan,
});
const keysOf = z.array(entryKey).min(1).max(20);
const blackboardFilter = z.strictObject({
  keys: keysOf.optional().describe('Only these keys.'),
  kinds: z
    .array(z.enum(['set', 'delete', 'expire']))
    .min(1)
    .max(3)
    .optional()
    .describe('Only these kinds.'),
  tags: words.optional().describe('Only entries with all of these tags.'),
  ...timeSpan,
});

const childFilter = z.strictObject({
  streams: z
    .array(z.enum(['stdout', 'stderr', 'meta']))
    .min(1)
    .optional()
    .describe('Only these streams.'),
});

export const resourcesWatch = defineCoordinationTool({
  name: 'resources_watch',
  title: 'Watch a resource',
  description:
    'Returns changes of a resource since from_seq: events of a run, lines of a log, changes of a blackboard namespace. Returns at once; call again with from_seq = next_seq.',
  effect: 'reads',
  family: 'RES',
  input: () =>
    z.strictObject({
      uri: uri.describe('Resource URI from resources_list.'),
      from_seq: fromSeq,
      limit: limit.default(DEFAULT_LIMIT).describe('Maximum number to return; a page also ends after 1 MiB.'),
      format: z.enum(['json', 'sse']).default('json').describe('sse adds messages and stream.'),
      keys: keysOf.optional().describe('Blackboard: only these keys.'),
      run: runFilter
        .refine(...checkFilter)
        .refine(...checkSpan)
        .optional()
        .describe('Runs: filters.'),
      server: serverFilter
        .refine(...checkFilter)
        .refine(...checkSpan)
        .optional()
        .describe('Logs: filters.'),
      blackboard: blackboardFilter
        .refine(...checkFilter)
        .refine(...checkSpan)
        .optional()
        .describe('Blackboard: filters.'),
      child: childFilter
        .refine(...checkFilter)
        .optional()
        .describe('Child agents: filters.'),
    }),
  output: () =>
    z.strictObject({
      uri: z.string().describe('Resource URI.'),
      kind: z.string().describe('Kind of resource.'),
      events: z.array(z.record(z.string(), z.unknown())).describe('Oldest first, each with its seq.'),
      next_seq: nextSeq,
      truncated,
      format: z.enum(['json', 'sse']).describe('As requested.'),
      messages: z
        .array(
          z.strictObject({
            id: z.string().describe('URI and seq.'),
            event: z.string().describe('Type.'),
            data: z.string().describe('JSON text.'),
          }),
        )
        .optional()
        .describe('The changes as server-sent events.'),
      stream: z.string().optional().describe('The messages as stream text.'),
    }),
  async handle(
    { uri: address, from_seq: from = 0, limit: most, format, keys, run, server, blackboard, child },
    context,
  ) {
    const { resources, heartbeat, caller } = context;
    const board =
      keys === undefined ? blackboard : { ...blackboard, keys: [...keys, ...(blackboard?.keys ?? [])] };
    const filters = { run, server, blackboard: board, child };
    const query = { fromSeq: from, limit: most, filters };
    const page = await resources.watch(address, { sessions: [caller.session] }, query);
    if (page.kind.rowType === 'run_event') heartbeat.noticeReader();
    const answer = {
      uri: address,
      kind: page.kind.kind,
      events: page.rows.map(row => ({ ...row })),
      next_seq: page.nextSeq,
      truncated: page.isTruncated,
      format,
    };
    if (format === 'json') return answer;
    const messages = watchMessages(address, page.kind, page, filters);
    return { ...answer, messages: [...messages], stream: sseText(messages) };
  },
});
