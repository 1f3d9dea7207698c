import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { newEntry, newEntryOf, shownEntry } from './entrySchemas';

export const bbSet = defineOnceTool({
  name: 'bb_set',
  title: 'Set a blackboard entry',
  description:
    'Sets a key on the blackboard that all agents of this workspace share. An expiry applies to this value only. ' +
    'Pass expected_version (from bb_get) to avoid overwriting other changes.',
  effect: 'changes',
  family: 'BB',
  input: () => z.strictObject(newEntry),
  output: () => z.strictObject(shownEntry),
  async handle(given, { blackboard, origin, once }) {
    const { entry, isReplay } = await blackboard.set(newEntryOf(given), { origin, once });
    return { ...entry, idempotent: isReplay };
  },
});
