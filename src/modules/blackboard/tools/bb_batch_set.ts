import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { newEntry, newEntryOf, shownEntry } from './entrySchemas';

export const bbBatchSet = defineOnceTool({
  name: 'bb_batch_set',
  title: 'Set blackboard entries',
  description:
    'Sets several keys on the blackboard: all of them, or none if one fails (E-BULK-PARTIAL lists which and why).',
  effect: 'changes',
  family: 'BB',
  input: () =>
    z.strictObject({
      entries: z.array(z.strictObject(newEntry)).min(1).max(100).describe('Entries to set, in order.'),
    }),
  output: () =>
    z.strictObject({ entries: z.array(z.strictObject(shownEntry)).describe('Entries set, in order.') }),
  async handle({ entries: given }, { blackboard, origin, once }) {
    const { entries, isReplay } = await blackboard.setAll(given.map(newEntryOf), { origin, once });
    return { entries, idempotent: isReplay };
  },
});
