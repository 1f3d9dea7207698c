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
  levels: levels.optional().describe('Only of these levels.'),
  kinds: words.optional().describe('Only of these kinds, e.g. TASK_COMPLETED.'),
  job_ids: idsOf('jobs'),
  op_ids: idsOf('operations'),
  graph_ids: idsOf('graphs'),
  node_ids: idsOf('nodes'),
  child_ids: idsOf('children'),
  ...timeSpan,
});
const serverFilter = z.strictObject({
  message_contains: word.optional().describe('Only lines with this text.'),
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
    .describe('Only of these kinds.'),
  tags: words.optional().describe('Only of entries with all of these tags.'),
  ...timeSpan,
});

export const resourcesWatch = defineCoordinationTool({
  name: 'resources_watch',
  title: 'Watch a resource',
  description:
    'Gives what happened behind an address since from_seq: events of a run, lines of a log, changes of a blackboard namespace. Answers at once; call again with from_seq = next_seq.',
  effect: 'reads',
  family: 'RES',
  input: z.strictObject({
    uri: uri.describe('An address of resources_list.'),
    from_seq: fromSeq,
    limit: limit.default(DEFAULT_LIMIT).describe('At most so many; a page also ends after 1 MiB.'),
    format: z.enum(['json', 'sse']).default('json').describe('sse adds messages and stream.'),
    keys: keysOf.optional().describe('Blackboard: only these keys.'),
    run: runFilter
      .refine(...checkFilter)
      .refine(...checkSpan)
      .optional()
      .describe('Runs: what to see.'),
    server: serverFilter
      .refine(...checkFilter)
      .refine(...checkSpan)
      .optional()
      .describe('Logs: what to see.'),
    blackboard: blackboardFilter
      .refine(...checkFilter)
      .refine(...checkSpan)
      .optional()
      .describe('Blackboard: what to see.'),
  }),
  output: z.strictObject({
    uri: z.string().describe('The address.'),
    kind: z.string().describe('What stands there.'),
    events: z.array(z.record(z.string(), z.unknown())).describe('Oldest first, each with its seq.'),
    next_seq: nextSeq,
    truncated,
    format: z.enum(['json', 'sse']).describe('As asked for.'),
    messages: z
      .array(
        z.strictObject({
          id: z.string().describe('Address and seq.'),
          event: z.string().describe('What it is.'),
          data: z.string().describe('JSON text.'),
        }),
      )
      .optional()
      .describe('The same as server-sent events.'),
    stream: z.string().optional().describe('The messages as the text of a stream.'),
  }),
  async handle(
    { uri: address, from_seq: from = 0, limit: most, format, keys, run, server, blackboard },
    context,
  ) {
    const { resources, heartbeat, caller } = context;
    const board =
      keys === undefined ? blackboard : { ...blackboard, keys: [...keys, ...(blackboard?.keys ?? [])] };
    const filters = { run, server, blackboard: board };
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
