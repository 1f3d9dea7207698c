import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Configurations are flat; only an attack or a mistake nests deeper, and the parser would run out of stack. */
const DEEPEST = 100;

/** A 1-based place in a text. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A JSON text with comments and trailing commas, read; or the first thing that is wrong with it. */
export type JsonReading =
  | { readonly type: 'tree'; readonly root: Node }
  | { readonly type: 'empty' }
  | { readonly type: 'error'; readonly what: string; readonly place: Place };

/** What a program lets people write beside plain JSON. */
export interface JsonManners {
  readonly comments: boolean;
  readonly trailingCommas: boolean;
}

const AS_PEOPLE_WRITE: JsonManners = { comments: true, trailingCommas: true };

/** Reads JSON as people write it. A tree, not an object: it keeps places, doubled keys and keys such as `__proto__`. */
export function readJson(text: string, manners: JsonManners = AS_PEOPLE_WRITE): JsonReading {
  const deep = tooDeepAt(text);
  if (deep !== undefined) return { type: 'error', what: 'nested too deeply', place: placeOf(text, deep) };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, {
    allowTrailingComma: manners.trailingCommas,
    disallowComments: !manners.comments,
    allowEmptyContent: true,
  });
  const [error] = errors;
  if (error !== undefined) {
    return {
      type: 'error',
      what: inWords(printParseErrorCode(error.error)),
      place: placeOf(text, error.offset),
    };
  }
  return root === undefined ? { type: 'empty' } : { type: 'tree', root };
}

/** The properties of an object, in order; a key that comes twice comes twice. */
export function propertiesOf(
  node: Node,
): readonly { readonly name: string; readonly key: Node; readonly value: Node }[] {
  return (node.children ?? []).flatMap(property => {
    const [key, value] = property.children ?? [];
    const name: unknown = key?.value;
    return key !== undefined && value !== undefined && typeof name === 'string' ? [{ name, key, value }] : [];
  });
}

/** The value a node stands for. Objects have no prototype, so every key is an ordinary one. */
export function valueOf(node: Node): unknown {
  switch (node.type) {
    case 'array':
      return (node.children ?? []).map(valueOf);
    case 'object': {
      const object: Record<string, unknown> = Object.create(null);
      for (const { name, value } of propertiesOf(node)) object[name] = valueOf(value);
      return object;
    }
    default:
      return node.value;
  }
}

/** The node at a path, the last one where a key comes twice; undefined where the path leads nowhere. */
export function nodeAt(root: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = root;
  for (const step of path) {
    node =
      typeof step === 'number'
        ? node?.children?.[step]
        : propertiesOf(node ?? root).findLast(({ name }) => name === step)?.value;
  }
  return node;
}

/** The keys that another one of the same name in the same object overrides, as `valueOf` reads it, with the names that lead there. */
export function overriddenKeys(
  root: Node,
  path: readonly string[] = [],
): readonly { readonly key: Node; readonly path: readonly string[] }[] {
  if (root.type === 'array') return (root.children ?? []).flatMap(child => overriddenKeys(child, path));
  if (root.type !== 'object') return [];
  const last = new Map(propertiesOf(root).map(({ name, key }) => [name, key]));
  return propertiesOf(root).flatMap(({ name, key, value }) =>
    last.get(name) === key ? overriddenKeys(value, [...path, name]) : [{ key, path: [...path, name] }],
  );
}

/** The 1-based place of an offset. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: before.split(/\r\n|\r|\n/).length, column: offset - lineStart + 1 };
}

/** The 1-based places of many offsets of one text: its lines are counted once. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length)];
  return offset => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  // The parser's own scanner, so that what stands in texts and comments is no bracket to us either.
  const scanner = createScanner(text, true);
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset();
    const character = scanner.getTokenLength() === 1 ? text[at] : '';
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > DEEPEST) return at;
  }
  return undefined;
}

/** "CommaExpected" as "comma expected". */
function inWords(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, letter => ` ${letter.toLowerCase()}`).toLowerCase();
}
