import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { change, deposit, depositOf, shownChange } from './pointShapes';

export const stigBatch = defineOnceTool({
  name: 'stig_batch',
  title: 'Leave several trails',
  description: 'Leaves several trails as stig_mark does: all of them, or none where one is refused.',
  effect: 'changes',
  family: 'STIG',
  input: z.strictObject({ entries: z.array(deposit).min(1).max(200).describe('The trails.') }),
  output: z.strictObject({ changes: z.array(change).describe('One for each entry, in order.') }),
  async handle({ entries }, { stigmergy, once, origin }) {
    const wish = { deposits: entries.map(depositOf), isBulk: true };
    const { facts, isReplay } = await stigmergy.mark(wish, { once, origin });
    return { changes: facts.map(shownChange), idempotent: isReplay };
  },
});
