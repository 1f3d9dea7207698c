import type { Manifest } from './manifest';

/** What a line of a TOML file says, as far as dependencies go. */
interface Entry {
  /** The table it stands in, e.g. `tool.poetry.dependencies`. */
  readonly table: string;
  readonly key: string;
  /** Everything after `=`, an array's further lines included. */
  readonly value: string;
}

/** What a pyproject.toml, Pipfile or Cargo.toml says of packages, and all else. Comments are nothing. Tolerant. */
export function tomlManifest(ecosystem: 'python' | 'rust', text: string): Manifest {
  const { tables, entries, others } = read(text);
  const dependencies: (readonly [string, string])[] = [];
  const rest: string[] = [...others];
  for (const entry of entries) {
    const { table, key, value } = entry;
    const said = `${table}.${key} = ${value}`;
    const found = ecosystem === 'python' ? pythonPackages(entry) : rustPackages(entry);
    if (found === undefined) rest.push(said);
    else dependencies.push(...found.map(({ name, what }) => [name, what ?? said] as const));
    if (found !== undefined && isList(entry)) rest.push(...included(entry));
  }
  if (ecosystem === 'rust') {
    dependencies.push(...tables.flatMap(rustTableName).map(name => [name, ''] as const));
  }
  return { dependencies, rest: rest.join('\n') };
}

interface Package {
  readonly name: string;
  /** What is said of it; undefined where that is the whole entry. */
  readonly what?: string;
}

const PYTHON_LISTS: ReadonlySet<string> = new Set(['project.optional-dependencies', 'dependency-groups']);
const PYTHON_TABLE = /^(?:tool\.poetry\.(?:group\.[^.]+\.)?(?:dev-)?dependencies|packages|dev-packages)$/;

/** The packages of an entry; undefined where it is about something else. */
function pythonPackages(entry: Entry): readonly Package[] | undefined {
  if (isList(entry))
    return strings(entry.value).map(text => ({ name: text, what: `${entry.table} ${text}` }));
  return PYTHON_TABLE.test(entry.table) && entry.key !== 'python' ? [{ name: entry.key }] : undefined;
}

function isList({ table, key }: Entry): boolean {
  return (
    (table === 'project' && key === 'dependencies') ||
    PYTHON_LISTS.has(table) ||
    (table === 'tool.uv' && key === 'dev-dependencies')
  );
}

/** `{include-group = "test"}` names no package. */
function included({ table, key, value }: Entry): readonly string[] {
  return [...value.matchAll(/\{[^{}]*\}/g)].map(([group]) => `${table}.${key} ${group}`);
}

const RUST_TABLE = /^(?:workspace\.|target\..+\.)?(?:dev-|build-)?dependencies$/;

function rustPackages({ table, key }: Entry): readonly Package[] | undefined {
  // `serde.version = "1"` is a dotted key of the package serde.
  if (RUST_TABLE.test(table)) return [{ name: key.split('.')[0] ?? key }];
  const [name] = rustTableName(table);
  return name === undefined ? undefined : [{ name }];
}

/** `[dependencies.serde]` is a table of its own. */
function rustTableName(table: string): readonly string[] {
  const dot = table.lastIndexOf('.');
  return dot > 0 && RUST_TABLE.test(table.slice(0, dot)) ? [table.slice(dot + 1)] : [];
}

interface Toml {
  readonly tables: readonly string[];
  readonly entries: readonly Entry[];
  /** Lines that are neither, such as those of a longer text. */
  readonly others: readonly string[];
}

function read(text: string): Toml {
  const tables: string[] = [];
  const others: string[] = [];
  const entries: Entry[] = [];
  let table = '';
  let open: { key: string; lines: string[] } | undefined;
  for (const raw of text.split('\n')) {
    const line = withoutComment(raw).trim();
    if (open !== undefined) {
      open.lines.push(line);
    } else if (line.startsWith('[')) {
      table = unquoted(line.replace(/^\[+/, '').replace(/\]+$/, ''));
      tables.push(table);
      continue;
    } else {
      const equals = line.indexOf('=');
      if (equals <= 0) {
        if (line !== '') others.push(line);
        continue;
      }
      open = { key: unquoted(line.slice(0, equals)), lines: [line.slice(equals + 1)] };
    }
    const value = open.lines.at(-1) ?? '';
    // An array goes on until a line ends it; a value that opens none is whole.
    const isArray = (open.lines[0] ?? '').trim().startsWith('[');
    if (isArray && !value.trimEnd().endsWith(']')) continue;
    entries.push({ table, key: open.key, value: open.lines.join('\n') });
    open = undefined;
  }
  return { tables, entries, others };
}

/** The strings of an array. */
function strings(value: string): readonly string[] {
  const plain = value.replaceAll(/\{[^}]*\}/g, '');
  return [...plain.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)]
    .map(match => match[1] ?? match[2] ?? '')
    .filter(text => text !== '');
}

/** The line up to a `#` that stands in no string. */
function withoutComment(line: string): string {
  let quote: string | undefined;
  for (let i = 0; i < line.length; i++) {
    const char = line[i];
    if (quote === undefined && char === '#') return line.slice(0, i);
    if (quote === undefined && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = undefined;
  }
  return line;
}

function unquoted(text: string): string {
  return text
    .trim()
    .replaceAll(/["']/g, '')
    .replaceAll(/\s*\.\s*/g, '.');
}
