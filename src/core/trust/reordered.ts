import { canonicalJson, isRecord } from '../support/json';
import type { ToolWords } from './toolPins';

/** One of a list: a word without spaces, or something short in quotes. */
const ITEM = /(?:`[^`\n]{1,60}`|"[^"\n]{1,60}"|'[^'\n]{1,60}'|[\w./:+#@-]{1,60})/.source;
/** Three or more with commas between. */
const LIST = new RegExp(`${ITEM}(?:, ?${ITEM}){2,}`, 'g');
/** Parts of a schema whose order means nothing (JSON Schema 2020-12, 6.1.2 and 6.5.3). */
const SETS: ReadonlySet<string> = new Set(['enum', 'required', 'type']);

/**
 * Whether two definitions say the same, but for the order of lists in them. Some servers print a list in another order at each start:
 * Go goes through a map in no order. Words that stand in sentences don't move.
 */
export function isReordered(a: ToolWords, b: ToolWords): boolean {
  return canonicalJson(inOrder(wordsOf(a))) === canonicalJson(inOrder(wordsOf(b)));
}

function wordsOf({ name, title, description, inputSchema, outputSchema, annotations }: ToolWords): ToolWords {
  const kept = { name, title, description, inputSchema, outputSchema, annotations };
  return Object.fromEntries(
    Object.entries(kept).filter(([, part]) => part !== undefined),
  ) as unknown as ToolWords;
}

function inOrder(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return value.replaceAll(LIST, sorted);
  if (Array.isArray(value)) {
    const parts = value.map(part => inOrder(part));
    return SETS.has(key) ? parts.map(part => canonicalJson(part)).toSorted() : parts;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inOrder(part, name)]));
}

function sorted(list: string): string {
  return (list.match(new RegExp(ITEM, 'g')) ?? []).toSorted().join(', ');
}
