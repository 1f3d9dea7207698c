import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { newEntry, newEntryOf, shownEntry } from './entrySchemas';

export const bbSet = defineOnceTool({
  name: 'bb_set',
  title: 'Set a blackboard entry',
  description:
    'Puts a value under a key on the blackboard that all agents of this workspace share. An expiry holds for this value only. ' +
    'Give expected_version (of bb_get) to overwrite no other change.',
  effect: 'changes',
  family: 'BB',
  input: z.strictObject(newEntry),
  output: z.strictObject(shownEntry),
  async handle(given, { blackboard, origin, once }) {
    const { entry, isReplay } = await blackboard.set(newEntryOf(given), { origin, once });
    return { ...entry, idempotent: isReplay };
  },
});
