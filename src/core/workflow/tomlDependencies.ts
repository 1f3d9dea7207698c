/** What a line of a TOML file says, as far as dependencies go. */
interface Entry {
  /** The table it stands in, e.g. `tool.poetry.dependencies`. */
  readonly table: string;
  readonly key: string;
  /** Everything after `=`, an array's further lines included. */
  readonly value: string;
}

/** Names (or requirements that begin with them) of the packages that a pyproject.toml or Cargo.toml depends on. Tolerant. */
export function tomlDependencies(ecosystem: 'python' | 'rust', text: string): readonly string[] {
  const { tables, entries } = read(text);
  return ecosystem === 'python'
    ? entries.flatMap(pythonNames)
    : [...tables.flatMap(rustTableName), ...entries.flatMap(rustName)];
}

function pythonNames({ table, key, value }: Entry): readonly string[] {
  if (table === 'project' && key === 'dependencies') return strings(value);
  if (table === 'project.optional-dependencies' || table === 'dependency-groups') return strings(value);
  if (table === 'tool.uv' && key === 'dev-dependencies') return strings(value);
  const isPoetry = /^tool\.poetry\.(?:group\.[^.]+\.)?(?:dev-)?dependencies$/.test(table);
  return isPoetry && key !== 'python' ? [key] : [];
}

const RUST_TABLE = /^(?:workspace\.|target\..+\.)?(?:dev-|build-)?dependencies$/;

function rustName({ table, key }: Entry): readonly string[] {
  // `serde.version = "1"` is a dotted key of the package serde.
  return RUST_TABLE.test(table) ? [key.split('.')[0] ?? key] : [];
}

/** `[dependencies.serde]` is a table of its own. */
function rustTableName(table: string): readonly string[] {
  const dot = table.lastIndexOf('.');
  return dot > 0 && RUST_TABLE.test(table.slice(0, dot)) ? [table.slice(dot + 1)] : [];
}

function read(text: string): { readonly tables: readonly string[]; readonly entries: readonly Entry[] } {
  const tables: string[] = [];
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
      if (equals <= 0) continue;
      open = { key: unquoted(line.slice(0, equals)), lines: [line.slice(equals + 1)] };
    }
    const value = open.lines.at(-1) ?? '';
    // An array goes on until a line ends it; a value that opens none is whole.
    const isArray = (open.lines[0] ?? '').trim().startsWith('[');
    if (isArray && !value.trimEnd().endsWith(']')) continue;
    entries.push({ table, key: open.key, value: open.lines.join('\n') });
    open = undefined;
  }
  return { tables, entries };
}

/** The strings of an array; `{include-group = "test"}` names no package. */
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
