import { canonicalJson, isRecord } from '../support/json';
import type { ToolWords } from './toolPins';

/** One value of a list: a word without spaces, in quotes or not. */
const VALUE = /(?:`[\w./:+#@-]{1,60}`|"[\w./:+#@-]{1,60}"|'[\w./:+#@-]{1,60}'|[\w./:+#@-]{1,60})/.source;
/** Words that say that values follow which can be chosen from: their order means nothing. */
const CHOICE =
  /(?:\b(?:formats?|values?|options?|types?|names?|kinds?|codes?|units?|locales?|languages?|zones?|fields?|columns?|modes?|one of|supported|available|allowed|valid|possible)\b[^\w.`"']{0,12})/
    .source;
/** Three or more values with commas between, behind such words. */
const LIST = new RegExp(`(${CHOICE})(${VALUE}(?:, ?${VALUE}){2,})`, 'gi');
/** Words of an order: what follows stays as it is. */
const ORDER = /\b(?:order|sequence|steps?|stages?|first|then|priority|before|after)\b/i;

/**
 * Whether two definitions say the same, but for the order of choices in them: of lists of values in descriptions, of `enum` and of
 * `required`. Some servers print a list in another order at each start: Go goes through a map in no order. Words of sentences, defaults,
 * examples and everything else stay where they are.
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

/** Parts of a schema that are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'examples', 'example']);

function inOrder(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inOrder);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).map(([key, part]): readonly [string, unknown] => {
    if (DATA.has(key)) return [key, part];
    if (typeof part === 'string') return [key, key === 'description' ? choicesInOrder(part) : part];
    return isSet(schema, key) ? [key, sorted(part)] : [key, inOrder(part)];
  });
  return Object.fromEntries(entries);
}

/** Whether the order of a list means nothing (JSON Schema 2020-12, 6.1.2 and 6.5.3): where others name each value, it does. */
function isSet(schema: Readonly<Record<string, unknown>>, key: string): boolean {
  if (key === 'required') return true;
  return key === 'enum' && !Object.keys(schema).some(other => other !== 'enum' && /enum/i.test(other));
}

function sorted(values: unknown): unknown {
  return Array.isArray(values) ? values.map(value => canonicalJson(value)).toSorted() : values;
}

function choicesInOrder(text: string): string {
  return text.replaceAll(LIST, (all: string, before: string, list: string, at: number) => {
    if (ORDER.test(text.slice(Math.max(0, at - 60), at + before.length))) return all;
    return before + list.split(/, ?/).toSorted().join(', ');
  });
}
