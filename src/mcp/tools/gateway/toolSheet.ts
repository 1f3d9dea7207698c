import * as z from 'zod';
import { oneLine } from '../../../core/catalog/plainText';
import type { CallableTool } from '../../../core/registry/tool';

/**
 * Characters that the tools in an answer take with their schemas; beyond that a model asks for the schemas it needs. VS Code
 * writes an answer of more than 8,192 characters to a file that the model has to read first (seen in 1.139).
 */
const SHEETS_LIMIT = 6_000;

/** A tool as our answers describe it. */
export const toolSheet = z.strictObject({
  name: z.string().describe('Call it by this name.'),
  description: z.string().describe('What it does, in one line.'),
  input_schema: z.looseObject({}).optional().describe('JSON schema of its arguments.'),
});

/** Tools with one-line descriptions; with their schemas as far as those fit. */
export function toolSheets(tools: readonly CallableTool[]): z.input<typeof toolSheet>[] {
  const sheets = tools.map(({ exposedName, definition }) => ({
    name: exposedName,
    description: oneLine(definition.description ?? definition.title ?? '', 120),
  }));
  let room = SHEETS_LIMIT - JSON.stringify(sheets).length;
  return sheets.map((sheet, i) => {
    const schema = tools[i]?.definition.inputSchema ?? {};
    room -= JSON.stringify({ input_schema: schema }).length;
    return room >= 0 ? { ...sheet, input_schema: { ...schema } } : sheet;
  });
}
