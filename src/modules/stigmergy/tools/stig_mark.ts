import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { change, deposit, depositOf, shownChange } from './pointShapes';

export const stigMark = defineOnceTool({
  name: 'stig_mark',
  title: 'Leave a trail',
  description:
    'Leaves a trail at a node for other agents. Adds intensity to existing trails of this type. stig_snapshot shows all trails.',
  effect: 'changes',
  family: 'STIG',
  input: () => deposit,
  output: () => change,
  async handle(input, { stigmergy, once, origin }) {
    const wish = { deposits: [depositOf(input)], isBulk: false };
    const { facts, isReplay } = await stigmergy.mark(wish, { once, origin });
    const [marked] = facts;
    if (marked === undefined) throw new Error('A deposit gave no fact.');
    return { ...shownChange(marked), idempotent: isReplay };
  },
});
