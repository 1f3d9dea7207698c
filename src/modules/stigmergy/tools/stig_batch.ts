import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { change, deposit, depositOf, shownChange } from './pointShapes';

export const stigBatch = defineOnceTool({
  name: 'stig_batch',
  title: 'Leave several trails',
  description: 'Leaves several trails like stig_mark: all of them, or none if one is rejected.',
  effect: 'changes',
  family: 'STIG',
  input: () => z.strictObject({ entries: z.array(deposit).min(1).max(200).describe('Trails to leave.') }),
  output: () => z.strictObject({ changes: z.array(change).describe('One per entry, in order.') }),
  async handle({ entries }, { stigmergy, once, origin }) {
    const wish = { deposits: entries.map(depositOf), isBulk: true };
    const { facts, isReplay } = await stigmergy.mark(wish, { once, origin });
    return { changes: facts.map(shownChange), idempotent: isReplay };
  },
});
