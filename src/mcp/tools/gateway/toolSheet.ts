import { z } from 'zod';
import { oneLine } from '../../../core/catalog/plainText';
import type { CallableTool } from '../../../core/registry/tool';

/** Characters of schemas an activation answers with; beyond that a model asks for what it needs (about 3,000 tokens). */
const SCHEMAS_LIMIT = 12_000;

/** A tool as our answers describe it. */
export const toolSheet = z.strictObject({
  name: z.string().describe('Call it by this name.'),
  description: z.string().describe('What it does, in one line.'),
  input_schema: z.looseObject({}).optional().describe('JSON schema of its arguments.'),
});

/** Tools with one-line descriptions; with their schemas as far as those fit. */
export function toolSheets(tools: readonly CallableTool[]): z.input<typeof toolSheet>[] {
  let room = SCHEMAS_LIMIT;
  return tools.map(({ exposedName, definition }) => {
    const size = JSON.stringify(definition.inputSchema).length;
    room -= size;
    return {
      name: exposedName,
      description: oneLine(definition.description ?? definition.title ?? '', 120),
      ...(room >= 0 ? { input_schema: { ...definition.inputSchema } } : {}),
    };
  });
}
