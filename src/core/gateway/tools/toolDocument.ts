import { escapeUnseen } from '../../catalog/entry/plainText';
import { canonicalJson } from '../../support/json';
import type { ToolWords } from '../../trust/toolPins';

/** A tool's words as a text to read and compare: nothing is left out, and what nobody would see is spelled out. */
export function toolDocument(words: ToolWords): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = words;
  const parts: readonly (readonly [string, string])[] = [
    ['Name', name],
    ['Title', title ?? ''],
    ['Description', description ?? ''],
    ['Input schema', json(inputSchema)],
    ['Output schema', json(outputSchema)],
    ['Annotations', json(annotations)],
  ];
  return parts
    .filter(([, text]) => text !== '')
    .map(([head, text]) => `## ${head}\n\n${visibleLines(text)}\n`)
    .join('\n');
}

function visibleLines(text: string): string {
  return text.split(/\r?\n/).map(escapeUnseen).join('\n');
}

/** JSON over several lines, in the same order of keys whatever order they came in. */
function json(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}
