import type { ServerId } from '../../shared/ids';
import type { CatalogProblem } from './entry/entry';
import { fitSections, type Section } from './search/fitSections';
import { oneLine, wholeWords } from './entry/plainText';
import { problemLine } from './entry/problemLine';

/** The four states of a server in a session. */
export type ServerStatus = 'active' | 'available' | 'missing-credentials' | 'disabled';

/** One server as a session sees it: the catalog's entry with what the gateway adds. */
export interface EnvironmentRow {
  readonly id: ServerId;
  readonly description: string;
  readonly category: string;
  readonly status: ServerStatus;
  readonly isCore: boolean;
  /** It is the user's own, or of their workspace: not one that ships with us. */
  readonly isOwn?: true;
  /** Number of its tools, where they are known. */
  readonly tools?: number;
  /** How many of them lists show, where that is not all. */
  readonly listed?: number;
  /** Tokens of the definitions that lists show, or would. */
  readonly tokens?: number;
  /** Where the server never ran here: the package and version that tools and tokens are known of. */
  readonly asOf?: string;
  /** Names of the credentials it lacks. */
  readonly missing: readonly string[];
  /** A program that it runs on and that is not on this machine. */
  readonly lacks?: string;
  /** Why it can't be used now, and what to do next. */
  readonly why?: string;
  /** What it says of its own version, where it ever ran. */
  readonly version?: string;
  /** The package that its launch runs, with its version where the launch says one. */
  readonly package?: string;
  /** How its process or connection is, whoever uses it; idle where left out. */
  readonly health?: 'idle' | 'starting' | 'running' | 'error';
  /** Why it failed, where it did: exit code and last words. */
  readonly failure?: string;
  /** What the user should know of its tools, a sentence or two each. */
  readonly warnings?: readonly string[];
  /** Whose entries of the same name it hides, in a sentence. */
  readonly hides?: string;
  /** It is a repository's, and took the place of somebody else's. */
  readonly tookPlace?: true;
}

/** What of the environment is asked for; all of it in brief where nothing is said. */
export interface EnvironmentFilter {
  readonly status?: ServerStatus;
  readonly category?: string;
  /** `full` leaves descriptions as long as they are. */
  readonly detail?: 'brief' | 'full';
}

/** A token is counted as four characters, everywhere. */
export const CHARACTERS_PER_TOKEN = 4;

/** In the order in which they are shown. */
export const SERVER_STATUSES: readonly ServerStatus[] = [
  'active',
  'available',
  'missing-credentials',
  'disabled',
];

/** What people call a status. */
export const STATUS_WORDS: Readonly<Record<ServerStatus, string>> = {
  active: 'active',
  available: 'available',
  'missing-credentials': 'missing credentials',
  disabled: 'disabled',
};

/** Tokens for the whole list, chosen for about 50 servers. */
const BRIEF_TOKENS = 600;
/** Room for the full text of all 86 shipped servers. */
const FULL_TOKENS = 5_000;

/** The text of mcp_environment: counts, what is too much, what is wrong in files, then a table per status. Descriptions and keys are foreign text, shown as data. */
export function environmentText(
  rows: readonly EnvironmentRow[],
  filter: EnvironmentFilter = {},
  budgetWarning?: string,
  problems: readonly CatalogProblem[] = [],
): string {
  const asked = rows.filter(
    row =>
      (filter.status === undefined || row.status === filter.status) &&
      (filter.category === undefined || row.category === filter.category),
  );
  const isFull = filter.detail === 'full';
  const costly = budgetWarning === undefined ? [] : [`! ${budgetWarning}`];
  const wrong = problemLines(problems, isFull);
  const head = [countsOf(rows), ...costly, ...wrong, ...warningLines(asked, isFull), ''].join('\n');
  if (asked.length === 0) return head + nothingAsked(rows, filter);

  const tail = '\nCall mcp_discover with what you want to do, then mcp_activate with a name.';
  const budget = (isFull ? FULL_TOKENS : BRIEF_TOKENS) * CHARACTERS_PER_TOKEN - head.length - tail.length;
  const sections = sectionsOf(asked, filter.category === undefined, isFull);
  return head + fitSections(sections, budget, isFull ? { min: 12, max: 400 } : { min: 12, max: 72 }) + tail;
}

/** What is wrong in the files and settings of servers: errors first, then what is used all the same. */
function problemLines(problems: readonly CatalogProblem[], isFull: boolean): readonly string[] {
  const byWeight = [
    ...problems.filter(({ isWarning }) => !isWarning),
    ...problems.filter(({ isWarning }) => isWarning),
  ];
  const shown = byWeight.slice(0, isFull ? 20 : 3).map(problem => `! ${problemLine(problem)}`);
  const more = problems.length - shown.length;
  const rest = isFull ? '' : ': call mcp_environment {"detail":"full"}';
  return more === 0 ? shown : [...shown, `! ${more} more problems${rest}`];
}

/** Warnings that are shown: the first ones, with what gives all of them. */
function warningLines(rows: readonly EnvironmentRow[], isFull: boolean): readonly string[] {
  const failed = rows.flatMap(({ id, failure, status }) =>
    failure !== undefined && (isFull || status === 'active') ? [`! ${id}: failed: ${failure}`] : [],
  );
  const others = rows.flatMap(({ id, warnings = [], hides, tookPlace }) => [
    ...(hides !== undefined && tookPlace ? [`! ${id}: ${hides}`] : []),
    ...warnings.map(warning => `! ${id}: ${warning}`),
    ...(hides !== undefined && isFull && !tookPlace ? [`. ${id}: ${hides}`] : []),
  ]);
  const lines = [...failed, ...others];
  const shown = lines.slice(0, isFull ? 20 : 3).map(line => oneLine(line, isFull ? 400 : 160));
  const more = lines.length - shown.length;
  return more === 0
    ? shown
    : [...shown, `! ${more} more warnings: filter by status or category with detail full`];
}

/** How many servers there are, by status, and what the active ones cost. */
export function countsOf(rows: readonly EnvironmentRow[]): string {
  const counts = SERVER_STATUSES.map(
    status => `${withStatus(rows, status).length} ${STATUS_WORDS[status]}`,
  ).join(', ');
  // What a server will probably list costs nothing yet.
  const active = withStatus(rows, 'active').filter(row => row.asOf === undefined);
  const tools = active.reduce((sum, row) => sum + (row.listed ?? row.tools ?? 0), 0);
  const tokens = active.reduce((sum, row) => sum + (row.tokens ?? 0), 0);
  const cost = tools === 0 ? '' : ` Active tools: ${tools}, about ${tokens} tokens.`;
  return `${rows.length} servers: ${counts}.${cost}`;
}

/** Rows of one status, in their own order. */
export function withStatus(rows: readonly EnvironmentRow[], status: ServerStatus): readonly EnvironmentRow[] {
  return rows.filter(row => row.status === status);
}

/** The missing keys in a few words: the first ones by name. */
export function keysOf(row: EnvironmentRow): string {
  if (row.missing.length === 0) return '';
  const named = row.missing.slice(0, 4).map(key => oneLine(key, 40));
  const more = row.missing.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function sectionsOf(
  rows: readonly EnvironmentRow[],
  hasCategories: boolean,
  isFull: boolean,
): readonly Section[] {
  return SERVER_STATUSES.flatMap(status => {
    const found = withStatus(rows, status);
    if (found.length === 0) return [];
    const table = new Table(status, found, hasCategories, isFull);
    return [
      {
        title: `\n## ${STATUS_WORDS[status]} (${found.length})`,
        columns: table.columns.join('|'),
        separator: '\n',
        moreCall: `mcp_environment {"status":"${status}"} or with a category`,
        count: found.length,
        item: (at: number, width: number) => table.line(at, width),
      },
    ];
  });
}

/** The servers of one status, by category: a line with the category in brackets, then its servers. */
class Table {
  readonly columns: readonly string[];
  readonly #isMissing: boolean;
  readonly #knowsTools: boolean;
  readonly #knowsVersions: boolean;
  readonly #hasCategories: boolean;
  readonly #rows: readonly EnvironmentRow[];

  constructor(
    status: ServerStatus,
    rows: readonly EnvironmentRow[],
    hasCategories: boolean,
    isFull: boolean,
  ) {
    this.#isMissing = status === 'missing-credentials';
    this.#knowsVersions = isFull && rows.some(row => row.version !== undefined);
    this.#knowsTools = rows.some(row => row.tools !== undefined);
    this.#hasCategories = hasCategories;
    this.#rows = [...Map.groupBy(rows, row => row.category).values()].flat();
    this.columns = [
      ...(hasCategories ? ['[category]'] : []),
      'name (*core)',
      ...(this.#isMissing ? ['missing'] : []),
      ...(this.#knowsVersions ? ['version'] : []),
      ...(this.#knowsTools ? ['tools', 'tokens'] : []),
      'description',
    ];
  }

  /** A server, with a description of at most `width` characters; its name and missing keys only for 0. */
  line(at: number, width: number): string {
    const row = this.#rows[at];
    if (row === undefined) return '';
    const cells = [
      nameOf(row),
      ...(this.#isMissing ? [cell(keysOf(row), 200)] : []),
      ...(this.#knowsVersions && width > 0 ? [cell(versionOf(row), 100)] : []),
      ...(this.#knowsTools && width > 0 ? [toolsOf(row), countOf(row.tokens, row)] : []),
      ...(width > 0 ? [wholeWords(row.description.replaceAll('|', '/'), width)] : []),
    ].join('|');
    const isFirst = row.category !== this.#rows[at - 1]?.category;
    return this.#hasCategories && width > 0 && isFirst ? `[${cell(row.category, 24)}]\n${cells}` : cells;
  }
}

/** The name, with what would keep a server from starting though it lacks no key. */
function nameOf({ id, isCore, lacks }: EnvironmentRow): string {
  return `${id}${isCore ? '*' : ''}${lacks === undefined ? '' : ` (no ${cell(lacks, 24)})`}`;
}

/** What runs, as the server and its launch say it; empty where it never ran. */
function versionOf({ version, package: name }: EnvironmentRow): string {
  if (version === undefined) return '';
  return name === undefined ? version : `${version} (${name})`;
}

/** A number of a row: `~` where it is what the server had elsewhere, `?` where nobody knows. */
function countOf(count: number | undefined, { asOf }: EnvironmentRow): string {
  return count === undefined ? '?' : `${asOf === undefined ? '' : '~'}${count}`;
}

/** How many tools it has; `24/130` where lists show 24 of them. */
function toolsOf(row: EnvironmentRow): string {
  return row.listed === undefined ? countOf(row.tools, row) : `${row.listed}/${countOf(row.tools, row)}`;
}

function cell(text: string, width: number): string {
  return oneLine(text.replaceAll('|', '/'), width);
}

function nothingAsked(rows: readonly EnvironmentRow[], { status, category }: EnvironmentFilter): string {
  const what = [
    status === undefined ? '' : `status "${status}"`,
    category === undefined ? '' : `category "${oneLine(category, 40)}"`,
  ]
    .filter(part => part !== '')
    .join(' and ');
  const known = [...new Set(rows.map(row => row.category))].slice(0, 30).map(name => oneLine(name, 24));
  return `No server has ${what || 'a place here yet'}. Categories: ${known.join(', ') || 'none'}.`;
}
