import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { childOut, commonIn, promptIn, shownChild } from './childSchemas';
import { createChild } from './createChild';

export const childSpawnCodex = defineOnceTool({
  name: 'child_spawn_codex',
  title: 'Start Codex as a child agent',
  description:
    'Starts Codex over the Agent Client Protocol and gives it a prompt, as child_create with agent: "codex" does.',
  effect: 'changes',
  isOpenWorld: true,
  family: 'CHILD',
  input: () =>
    z.strictObject({
      ...commonIn(),
      prompt: promptIn().describe('First message.'),
      model_hint: z
        .string()
        .regex(/^[\w./:-]{1,100}$/)
        .optional()
        .describe("Model to use. Defaults to Codex's own setting."),
    }),
  output: () => z.strictObject(childOut()),
  async handle({ model_hint: model, ...given }, context) {
    const roster = await context.children.open();
    const { value, isReplay } = await roster.repeats.run(context.once, context.clock.now(), async () => {
      const args = model === undefined ? [] : ['-c', `model="${model}"`];
      const { view } = await createChild(
        {
          ...given,
          agent: 'codex',
          args,
          command: undefined,
          protocol: undefined,
          ready_type: undefined,
          initial_payload: undefined,
        },
        context,
      );
      return view.spec.id;
    });
    return { ...shownChild(roster.find(value).view), idempotent: isReplay };
  },
});
