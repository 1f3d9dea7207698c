import * as z from 'zod';
import { oneLine } from '../../../core/catalog/entry/plainText';
import type { CallableTool } from '../../../core/registry/tool';

/**
 * Characters that the tools in an answer take with their schemas; beyond that a model asks for the schemas it needs. VS Code
 * writes an answer of more than 8,192 characters to a file that the model has to read first (seen in 1.139).
 */
const SHEETS_LIMIT = 4_500;

/** Characters that the names alone take: about 1,000 tokens. */
const NAMES_LIMIT = 4_000;

/** A tool as our answers describe it. */
export const toolSheet = z.strictObject({
  name: z.string().describe('Name to call it by.'),
  description: z.string().optional().describe('One-line description.'),
  input_schema: z.looseObject({}).optional().describe('JSON Schema of the arguments.'),
});

type ToolSheet = z.output<typeof toolSheet>;

/** Tools for a model whose list shows them: their names, as far as those fit. */
export function toolNames(tools: readonly CallableTool[]): readonly ToolSheet[] {
  return fitting(
    tools.map(({ exposedName }) => ({ name: exposedName })),
    ({ name }) => name.length + 2,
    NAMES_LIMIT,
  );
}

/** The names that their server gave them, as far as those fit. */
export function ownNames(tools: readonly CallableTool[]): readonly string[] {
  return fitting(
    tools.map(({ definition }) => definition.name),
    name => name.length + 2,
    NAMES_LIMIT,
  );
}

/** Tools for a model that sees them nowhere else: with one line and their schema, as far as those fit. */
export function toolSheets(tools: readonly CallableTool[]): readonly ToolSheet[] {
  const described = fitting(
    tools.map(({ exposedName, definition }) => ({
      name: exposedName,
      description: oneLine(definition.description ?? definition.title ?? '', 120),
    })),
    sheet => JSON.stringify(sheet).length,
    SHEETS_LIMIT,
  );
  let room = SHEETS_LIMIT - JSON.stringify(described).length;
  return described.map((sheet, i) => {
    const { $schema: _dialect, ...schema } = tools[i]?.definition.inputSchema ?? {};
    room -= JSON.stringify({ input_schema: schema }).length;
    return room >= 0 ? { ...sheet, input_schema: schema } : sheet;
  });
}

/** One line for each tool. */
export function sheetLine({ name, description, input_schema: schema }: ToolSheet): string {
  const words = description === undefined || description === '' ? '' : `: ${description}`;
  return `- ${name}${words}${schema === undefined ? '' : ` Arguments: ${JSON.stringify(schema)}`}`;
}

function fitting<T>(items: readonly T[], lengthOf: (item: T) => number, limit: number): readonly T[] {
  let room = limit;
  return items.filter(item => (room -= lengthOf(item)) >= 0);
}
