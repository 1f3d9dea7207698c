import * as z from 'zod';
import type { Operation } from '../../../core/operations/operation';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { lifecycle, progress, progressOf } from './fields';

export const opList = defineCoordinationTool({
  name: 'op_list',
  title: 'List operations',
  description: "Lists this session's running calls, oldest first, then its finished calls, newest first.",
  effect: 'reads',
  family: 'CANCEL',
  input: () =>
    z.strictObject({
      include_ended: z.boolean().default(false).describe('Include the newest 256 finished calls.'),
      limit: z.int().min(1).max(500).default(100).describe('Maximum number to return.'),
    }),
  output: () =>
    z.strictObject({
      operations: z
        .array(
          z.strictObject({
            id: z.string().describe('ID for op_cancel.'),
            name: z.string().describe('Tool name.'),
            kind: z
              .enum(['call', 'task', 'round'])
              .describe('task: a call that runs as an MCP task; round: an LLM round.'),
            parent_id: z.string().nullable().describe('Parent operation.'),
            lifecycle,
            code: z.string().nullable().describe('Error code, if it failed.'),
            progress,
            started_at: z.int().describe('Time, epoch ms.'),
          }),
        )
        .describe('One per operation.'),
      total: z.int().describe('Number of items.'),
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
