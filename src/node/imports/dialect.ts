import { isRecord } from '../../core/support/json';
import type { ConfigSyntax } from './configText';

/** Anything with names, as a file says it: nothing about it is known yet. */
export type Raw = Readonly<Record<string, unknown>>;

/** How one tool says what a server is. A pure description: reading and checking are done in one place for all. */
export interface Dialect {
  readonly syntax: ConfigSyntax;
  /** Where servers are listed in the file; of two with one name the one from the earlier list counts. */
  lists(root: Raw, where: DialectPlace): readonly (readonly string[])[];
  /** The server in the words of our own servers file. What it does not know goes through unchanged. */
  translate(server: Raw): Raw;
  /** Fields that `translate` reads, or that mean something to the tool alone: nobody is warned about them. */
  readonly reads?: readonly string[];
  /** Whether the entry is none of a server that anybody else could start, such as one of an extension of the tool. */
  isPassedOver?(server: Raw): boolean;
  /** Whether another part of the file switches the server off. */
  isSwitchedOff?(root: Raw, name: string, where: DialectPlace): boolean;
}

/** What a dialect may know of where its file stands. */
export interface DialectPlace {
  readonly workspaceFolder: string | undefined;
}

/** JSON exactly as its standard has it. */
export const STRICT_JSON = { comments: false, trailingCommas: false };

/** JSON as editors write their settings. */
export const RELAXED_JSON = { comments: true, trailingCommas: true };

/** The value as an object; an empty one where it is none. */
export function recordOf(value: unknown): Raw {
  return isRecord(value) ? value : {};
}

/** Whether the value is a list with this text in it. */
export function listsText(value: unknown, text: string): boolean {
  return Array.isArray(value) && value.includes(text);
}

/** The same value with every text in it changed; names stay. */
export function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(part => changeTexts(part, change));
  return isRecord(value) ? changeTextsIn(value, change) : value;
}

/** The same for an object. */
export function changeTextsIn(record: Raw, change: (text: string) => string): Raw {
  const entries = Object.entries(record).map(([name, part]) => [name, changeTexts(part, change)]);
  return Object.fromEntries(entries) as Raw;
}

/** `${NAME}` and `${NAME:-fallback}` in any letters, as shells have them, brought to ours. What has a kind already stays. */
export function bracedVariables(text: string): string {
  return text.replaceAll(/(?<!\$)\$\{([A-Za-z_]\w*)(:-[^{}]*)?\}/g, (all, name: string, fallback = '') =>
    OURS.has(name) ? all : `\${env:${name}${String(fallback)}}`,
  );
}

/** Predefined variables that mean the same to us. */
const OURS = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator', 'cwd']);

/** A server without fields that are undefined. */
export function compact(server: Raw): Raw {
  return Object.fromEntries(Object.entries(server).filter(([, value]) => value !== undefined));
}
