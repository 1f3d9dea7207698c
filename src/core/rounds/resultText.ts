import type { ToolResult } from '../gateway/upstream/upstream';
import { isRecord } from '../support/json';
import { isModelImage } from './roundImage';

/** Longest result of a tool that a model gets, in characters (64 Ki). */
const MAX_RESULT = 65_536;

/** What a model reads of a tool's result. Images and sounds are named. `seesImages`: it gets to see the images too. */
export function resultText(result: ToolResult, seesImages: boolean): string {
  const content = Array.isArray(result['content']) ? (result['content'] as readonly unknown[]) : [];
  const text = content.flatMap(part => partText(part, seesImages)).join('\n');
  const cut = text.length - MAX_RESULT;
  if (cut <= 0) return text;
  return `${text.slice(0, MAX_RESULT).toWellFormed()}\n(${cut} more characters were cut off.)`;
}

function partText(part: unknown, seesImages: boolean): readonly string[] {
  if (!isRecord(part)) return [];
  const { type, text, uri, mimeType, resource } = part;
  if (type === 'text' && typeof text === 'string') return [text];
  if (type === 'resource' && isRecord(resource) && typeof resource['text'] === 'string')
    return [resource['text']];
  if (type === 'resource_link' && typeof uri === 'string') return [uri];
  if (seesImages && isModelImage(part)) return [`(image, ${part.mimeType})`];
  return [`(${String(type)}${typeof mimeType === 'string' ? `, ${mimeType}` : ''}: not shown)`];
}
