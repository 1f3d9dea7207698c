import * as z from 'zod';
import { defineCoordinationTool } from '../../../mcp/toolkit/coordination/defineCoordinationTool';
import { entryKey, shownEntry } from './entrySchemas';

export const bbGet = defineCoordinationTool({
  name: 'bb_get',
  title: 'Get a blackboard entry',
  description: 'Reads an entry of the shared blackboard by key; E-BB-NOTFOUND if there is none.',
  effect: 'reads',
  family: 'BB',
  input: () => z.strictObject({ key: entryKey }),
  output: () => z.strictObject({ entry: z.strictObject(shownEntry).describe('The entry.') }),
  handle: async ({ key }, { blackboard }) => ({ entry: await blackboard.get(key) }),
});
