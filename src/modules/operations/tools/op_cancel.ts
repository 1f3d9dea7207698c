import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Operation } from '../../../core/operations/operation';
import { defineOperationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { lifecycle, progress, progressOf } from './fields';

const HINT = 'verify opId via events_subscribe';

export const opCancel = defineOperationTool({
  name: 'op_cancel',
  title: 'Cancel an operation',
  description:
    'Cancels a running call of this session and every call it made. Returns at once; op_list shows when it has ended. Work already done is not undone.',
  effect: 'changes',
  family: 'CANCEL',
  opIdMeans: 'Operation ID from op_list or an event.',
  input: () =>
    z.strictObject({
      reason: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .describe('Reason, passed on to the caller of the operation.'),
    }),
  output: () =>
    z.strictObject({
      ok: z.literal(true).describe('The operation was found and told to stop.'),
      outcome: z
        .enum(['requested', 'already_cancelled'])
        .describe('already_cancelled: it was already told to stop.'),
      name: z.string().describe('Operation name.'),
      reason: z.string().nullable().describe('The reason passed in.'),
      cancelled: z.array(z.string()).describe('IDs of the operations told to stop, outermost first.'),
      progress,
      lifecycle,
    }),
  handle({ reason }, { operations, caller, operation: own, givenOpId: id }) {
    const found = operations.find(id, caller.session).filter(operation => operation !== own);
    const [first] = found;
    if (first === undefined)
      throw coordinationError('E-CANCEL-NOTFOUND', {
        message: 'this session has no operation with this id. Call op_list to see them.',
        hint: HINT,
        details: { op_id: id },
      });
    if (first.outcome !== undefined)
      throw coordinationError('E-CANCEL-ALREADY-RESOLVED', {
        message: `the operation has ended: ${first.outcome.state}`,
        hint: 'nothing to cancel',
        details: { op_id: id, lifecycle: first.outcome.state },
      });
    const subtrees = found.flatMap(operation => [...operation.subtree()]);
    const why = reason === undefined ? {} : { reason: oneLine(reason, 200) };
    const requested = found.map(operation => operations.cancel(operation, { by: 'agent', ...why }));
    return {
      ok: true as const,
      outcome: requested.includes(true) ? ('requested' as const) : ('already_cancelled' as const),
      name: first.name,
      reason: reason ?? null,
      cancelled: idsOf(subtrees),
      progress: progressOf(first),
      lifecycle: first.state,
    };
  },
});

function idsOf(operations: readonly Operation[]): string[] {
  return operations.map(({ id }) => id);
}
