import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIdIn, lineOut, stateOut } from './childSchemas';
import { shownLine } from './shownLine';

export const childStream = defineCoordinationTool({
  name: 'child_stream',
  title: "Read a child agent's output",
  description:
    'Returns lines of output after a number, oldest first. Call it again with next_sequence for more.',
  effect: 'reads',
  family: 'CHILD',
  input: () =>
    z.strictObject({
      ...childIdIn(),
      after_sequence: z.int().min(-1).default(-1).describe('Return lines after this number.'),
      limit: z.int().min(1).max(200).default(50).describe('Most lines.'),
      streams: z
        .array(z.enum(['stdout', 'stderr', 'meta']))
        .min(1)
        .optional()
        .describe('Defaults to all.'),
    }),
  output: () =>
    z.strictObject({
      child_id: z.string().describe('Child ID.'),
      state: stateOut(),
      lines: z.array(lineOut()).describe('Lines.'),
      next_sequence: z.int().describe('Pass it as after_sequence.'),
      dropped: z.int().describe('Oldest lines that are no longer stored.'),
      has_more: z.boolean().describe('There are more lines now.'),
    }),
  async handle({ child_id: id, after_sequence: after, limit, streams }, { children }) {
    const { log, view } = (await children.open()).find(id);
    const lines = log.after(Math.max(0, after), limit, streams);
    const last = lines.at(-1)?.seq;
    const hasMore = lines.length === limit && last !== undefined && last < log.lastSeq;
    return {
      child_id: id,
      state: view.state,
      lines: lines.map(shownLine),
      next_sequence: hasMore ? last : log.lastSeq,
      dropped: log.dropped,
      has_more: hasMore,
    };
  },
});
