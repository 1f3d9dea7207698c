import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import type { LiveChild } from '../run/liveChild';
import { briefOut, childIn, shownBrief } from './childSchemas';
import { createChild } from './createChild';

export const childBatchCreate = defineOnceTool({
  name: 'child_batch_create',
  title: 'Start several child agents',
  description:
    'Starts children one after the other, as child_create does. When one fails, those before it are ended.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'CHILD',
  input: () =>
    z.strictObject({
      entries: z.array(z.strictObject(childIn())).min(1).max(16).describe('As for child_create.'),
    }),
  output: () =>
    z.strictObject({ children: z.array(z.strictObject(briefOut())).describe('In the order given.') }),
  async handle({ entries }, context) {
    const roster = await context.children.open();
    const { value, isReplay } = await roster.repeats.run(context.once, context.clock.now(), async () => {
      const started: LiveChild[] = [];
      try {
        for (const entry of entries) started.push(await createChild(entry, context));
      } catch (error) {
        for (const child of started.toReversed()) {
          await child.stop('Another child of the batch did not start.', true);
          roster.forget(context.operation.actor, child.view.spec.id);
        }
        throw error;
      }
      return started.map(({ view }) => view.spec.id);
    });
    return { children: value.map(id => shownBrief(roster.find(id).view)), idempotent: isReplay };
  },
});
