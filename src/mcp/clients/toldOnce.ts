import type { ToolResult } from '../../core/gateway/upstream/upstream';
import { canonicalJson, isRecord } from '../../core/support/json';

/**
 * An answer without structured content that its text says too, for a client that shows its model both. Servers are asked to say it
 * twice, for clients that know only text (MCP 2025-11-25, tools, structured content).
 */
export function toldOnce(result: ToolResult): ToolResult {
  const { structuredContent, ...rest } = result;
  const content: unknown = rest['content'];
  if (structuredContent === undefined || !Array.isArray(content)) return result;
  return content.some(block => says(block, structuredContent)) ? rest : result;
}

function says(block: unknown, value: unknown): boolean {
  if (!isRecord(block) || block['type'] !== 'text' || typeof block['text'] !== 'string') return false;
  const text = block['text'];
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(value);
  } catch {
    return false; // Text that only looks like JSON.
  }
}
