import type { ToolResult } from '../upstream/upstream';

/**
 * An answer that also says how its arguments were read, after all that the tool says. The same one where they were read as they
 * were written, and where it is no answer yet (a task).
 */
export function notedResult(result: ToolResult, notes: readonly string[]): ToolResult {
  const content = result['content'];
  if (notes.length === 0 || !Array.isArray(content)) return result;
  return {
    ...result,
    content: [...(content as readonly unknown[]), { type: 'text', text: `Note: ${notes.join(' ')}` }],
  };
}
