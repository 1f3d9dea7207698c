import * as z from 'zod';
import { coordinationError } from '../../../core/coordination/coordinationError';
import { CATEGORIES } from '../../../core/resources/categories';
import { eventText } from '../../../core/resources/eventText';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { fromSeq, idOf, level, levels, limit, nextSeq, truncated, word } from './fields';

const DEFAULT_LIMIT = 100;

const hint = (what: string) => z.string().nullable().describe(`ID of the ${what}.`);

export const eventsSubscribe = defineCoordinationTool({
  name: 'events_subscribe',
  title: 'Read events',
  description:
    "Returns Switchyard's events since from_seq: servers, workflows, coordination modules. Returns at once; call again with from_seq = next_seq. Numbering restarts with Switchyard.",
  effect: 'reads',
  family: 'EVT',
  input: () =>
    z.strictObject({
      cats: z
        .array(word)
        .min(1)
        .max(10)
        .optional()
        .describe(`Only these categories: ${CATEGORIES.join(', ')}.`),
      levels: levels.optional().describe('Only these levels.'),
      run_id: idOf('run: the id of a task'),
      job_id: idOf('job'),
      child_id: idOf('child'),
      graph_id: idOf('graph'),
      node_id: idOf('node'),
      from_seq: fromSeq,
      limit: limit.default(DEFAULT_LIMIT).describe('Maximum number to return; a page also ends after 1 MiB.'),
      format: z.enum(['jsonlines', 'sse']).default('jsonlines').describe('Format of stream.'),
    }),
  output: () =>
    z.strictObject({
      format: z.enum(['jsonlines', 'sse']).describe('As requested.'),
      events: z
        .array(
          z.strictObject({
            seq: z.int().describe('Sequence number.'),
            ts: z.int().describe('Time, epoch ms.'),
            cat: z.string().describe('Source.'),
            kind: z.string().describe('Event kind.'),
            level: level.describe('Level.'),
            job_id: hint('job'),
            run_id: hint('run'),
            op_id: hint('operation'),
            graph_id: hint('graph'),
            node_id: hint('node'),
            child_id: hint('child'),
            msg: z.string().describe('Level as a word.'),
            data: z.unknown().describe('Event data, or null.'),
          }),
        )
        .describe('Oldest first.'),
      stream: z.string().describe('The events as text.'),
      next_seq: nextSeq,
      count: z.int().describe('Number of items.'),
      truncated,
    }),
  opIdMeans: 'Only this operation.',
  handle(
    { from_seq: from = 0, limit: most, format, ...asked },
    { eventHistory, heartbeat, caller, givenOpId },
  ) {
    const filter = { ...asked, op_id: givenOpId };
    requireKnown(asked.cats ?? [], eventHistory.categories);
    heartbeat.noticeReader();
    const page = eventHistory.read({ reader: caller.session, filter, fromSeq: from, limit: most });
    return {
      format,
      events: [...page.rows],
      stream: eventText(page.rows, format),
      next_seq: page.nextSeq,
      count: page.rows.length,
      truncated: page.isTruncated,
    };
  },
});

function requireKnown(cats: readonly string[], ofModules: readonly string[]): void {
  const known = [...new Set([...CATEGORIES, ...ofModules])];
  const unknown = cats.filter(cat => cat !== 'cnp' && !known.includes(cat));
  if (unknown.length === 0) return;
  throw coordinationError('E-EVT-FILTER-UNSUPPORTED', {
    message: `No such event category: ${unknown.join(', ')}. Omit cats to see all.`,
    hint: 'use one of details.cats',
    details: { unknown, cats: known },
  });
}
