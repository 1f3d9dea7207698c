import { findNodeAtLocation } from 'jsonc-parser';
import { parse, TomlError } from 'smol-toml';
import { isRecord } from '../../core/support/json';
import { type JsonManners, type Place, placeOf, propertiesOf, readJson, valueOf } from '../catalog/jsonTree';

/** How a tool writes its configuration. */
export type ConfigSyntax = 'toml' | JsonManners;

/** A configuration, read: what it says, and where in the text. */
export interface ConfigText {
  readonly type: 'config';
  readonly root: Readonly<Record<string, unknown>>;
  /** Where the value with this path stands; where it can't be told, the nearest thing around it. */
  readonly placeOf: (path: readonly (string | number)[]) => Place;
  /** Names that come twice in the object at this path. */
  readonly doubled: (path: readonly string[]) => readonly string[];
}

/** What is wrong with a whole configuration. Quotes nothing of it. */
export interface ConfigError {
  readonly type: 'error';
  readonly what: string;
  readonly place: Place;
}

/** Reads a configuration as its tool would. */
export function readConfigText(text: string, syntax: ConfigSyntax): ConfigText | ConfigError {
  return syntax === 'toml' ? readToml(text) : readJsonConfig(text, syntax);
}

const START: Place = { line: 1, column: 1 };

function readJsonConfig(text: string, manners: JsonManners): ConfigText | ConfigError {
  const json = readJson(text, manners);
  if (json.type === 'error') return json;
  if (json.type === 'empty') return { type: 'config', root: {}, placeOf: () => START, doubled: () => [] };
  const { root } = json;
  const value = valueOf(root);
  if (!isRecord(value)) {
    return { type: 'error', what: 'an object is expected', place: placeOf(text, root.offset) };
  }
  return {
    type: 'config',
    root: value,
    placeOf(path) {
      for (let end = path.length; end > 0; end -= 1) {
        const node = findNodeAtLocation(root, path.slice(0, end));
        // The key of a property is what people look for, not the brace after it.
        if (node !== undefined) return placeOf(text, node.parent?.children?.[0]?.offset ?? node.offset);
      }
      return placeOf(text, root.offset);
    },
    doubled(path) {
      const node = path.length === 0 ? root : findNodeAtLocation(root, [...path]);
      const names = node?.type === 'object' ? propertiesOf(node).map(({ name }) => name) : [];
      return names.filter((name, at) => names.indexOf(name) !== at);
    },
  };
}

/** Nested deeper than any configuration: the parser would run out of stack. */
const DEEPEST = 100;

function readToml(text: string): ConfigText | ConfigError {
  try {
    return {
      type: 'config',
      root: parse(text, { maxDepth: DEEPEST, unsafeKeyBehaviour: 'drop' }),
      placeOf: path => tomlPlace(text, path),
      doubled: () => [], // TOML forbids it.
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message goes on with the lines around the mistake, which may hold a key.
    const what = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    return { type: 'error', what, place: { line: error.line, column: error.column } };
  }
}

/** The parser keeps no places, so the header of the table is looked for. */
function tomlPlace(text: string, path: readonly (string | number)[]): Place {
  const words = path.slice(0, 2).map(part => `["']?${escaped(String(part))}["']?`);
  const header = new RegExp(`^[ \\t]*\\[[ \\t]*${words.join('[ \\t]*\\.[ \\t]*')}[ \\t]*\\]`, 'm');
  const at = words.length === 0 ? -1 : text.search(header);
  return at < 0 ? START : placeOf(text, at);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
