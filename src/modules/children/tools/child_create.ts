import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childIn, childOut, shownChild } from './childSchemas';
import { createChild } from './createChild';

export const childCreate = defineOnceTool({
  name: 'child_create',
  title: 'Start a child agent',
  description:
    'Starts another agent or program as a child that works beside you, once the user has approved its command. Talk to it ' +
    'with child_send. It ends with this program.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'CHILD',
  input: () => z.strictObject(childIn()),
  output: () => z.strictObject(childOut()),
  async handle(given, context) {
    const roster = await context.children.open();
    const { value, isReplay } = await roster.repeats.run(context.once, context.clock.now(), async () => {
      const { view } = await createChild(given, context);
      return view.spec.id;
    });
    return { ...shownChild(roster.find(value).view), idempotent: isReplay };
  },
});
