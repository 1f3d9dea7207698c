import * as z from 'zod';
import type { Operation } from '../../../core/operations/operation';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { lifecycle, progress, progressOf } from './fields';

export const opList = defineCoordinationTool({
  name: 'op_list',
  title: 'List operations',
  description:
    'Lists the calls of this session that are running, the oldest first, then those that are over, the newest first.',
  effect: 'reads',
  family: 'CANCEL',
  input: z.strictObject({
    include_ended: z.boolean().default(false).describe('Also the newest 256 that are over.'),
    limit: z.int().min(1).max(500).default(100).describe('At most so many.'),
  }),
  output: z.strictObject({
    operations: z
      .array(
        z.strictObject({
          id: z.string().describe('For op_cancel.'),
          name: z.string().describe('The tool.'),
          kind: z.enum(['call', 'task']).describe('task: a call that runs as a task of MCP.'),
          parent_id: z.string().nullable().describe('The operation that it is a part of.'),
          lifecycle,
          code: z.string().nullable().describe('Code of the refusal, where it failed.'),
          progress,
          started_at: z.int().describe('When, in epoch ms.'),
        }),
      )
      .describe('One for each.'),
    total: z.int().describe('How many there are.'),
  }),
  handle({ include_ended: withEnded, limit }, { operations, caller, operation: own }) {
    const { session } = caller;
    // Whoever asks knows of this call.
    const running = operations.running(session).filter(other => other !== own && !own.isBelow(other));
    const all = withEnded ? [...running, ...operations.ended(session)] : running;
    return { operations: all.slice(0, limit).map(rowOf), total: all.length };
  },
});

function rowOf(operation: Operation) {
  const { id, name, kind, parent, state, outcome, startedAt } = operation;
  return {
    id,
    name,
    kind,
    parent_id: parent?.id ?? null,
    lifecycle: state,
    code: outcome?.state === 'failed' ? outcome.code : null,
    progress: progressOf(operation),
    started_at: startedAt,
  };
}
