import * as z from 'zod';
import { defineOnceTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { entryKey, expectedVersion } from './entrySchemas';

export const bbDelete = defineOnceTool({
  name: 'bb_delete',
  title: 'Delete a blackboard entry',
  description: 'Deletes an entry from the shared blackboard; E-BB-NOTFOUND if there is none.',
  effect: 'destroys',
  family: 'BB',
  input: () => z.strictObject({ key: entryKey, expected_version: expectedVersion }),
  output: () =>
    z.strictObject({
      key: z.string().describe('Key.'),
      version: z.number().describe('Version of this change.'),
      previous_version: z.number().describe('Version of the deleted entry.'),
      deleted_at: z.number().describe('Epoch ms.'),
    }),
  async handle({ key, expected_version: expected }, { blackboard, origin, once }) {
    const which = { key, expectedVersion: expected };
    const { deleted, isReplay } = await blackboard.delete(which, { origin, once });
    return {
      key,
      version: deleted.version,
      previous_version: deleted.previousVersion,
      deleted_at: deleted.deletedAt,
      idempotent: isReplay,
    };
  },
});
