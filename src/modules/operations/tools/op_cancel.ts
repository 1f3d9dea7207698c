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
    'Cancels a running call of this session, and every call that it made. Answers at once; op_list says when it is over. What was done before stays done.',
  effect: 'changes',
  family: 'CANCEL',
  opIdMeans: 'Id of the operation, from op_list or an event.',
  input: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('Why. The caller of the operation is told.'),
  }),
  output: z.strictObject({
    ok: z.literal(true).describe('The operation is known, and was told to stop.'),
    outcome: z
      .enum(['requested', 'already_cancelled'])
      .describe('already_cancelled: it had been told to stop before.'),
    name: z.string().describe('What was running.'),
    reason: z.string().nullable().describe('The reason, as given.'),
    cancelled: z
      .array(z.string())
      .describe('Ids of the operations that are told to stop, the outermost first.'),
    progress,
    lifecycle,
  }),
  handle({ reason }, { operations, caller, operation: own, givenOpId: id }) {
    const found = operations.find(id, caller.session).filter(operation => operation !== own);
    const [first] = found;
    if (first === undefined)
      throw coordinationError('E-CANCEL-NOTFOUND', {
        message: 'no operation of this session has this id',
        hint: HINT,
        details: { op_id: id },
      });
    if (first.outcome !== undefined)
      throw coordinationError('E-CANCEL-ALREADY-RESOLVED', {
        message: `the operation is over: ${first.outcome.state}`,
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
