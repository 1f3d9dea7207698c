import type { ResolvedLaunch } from '../entry/entry';

type StdioLaunch = Extract<ResolvedLaunch, { type: 'stdio' }>;

/** Programs that run the script that they are given. */
const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|py|ruby|perl|php|Rscript|lua|java|sh|bash|zsh|dash|fish|pwsh|powershell|cscript)$/i;

/** Programs that run what the project around their folder says. */
const PROJECT_TOOLS =
  /^(?:npm|pnpm|yarn|npx|bunx|uv|uvx|make|gmake|just|task|cargo|go|dotnet|gradle|gradlew|mvn|mvnw|poetry|pipenv|pipx|hatch|pdm|rake|bundle|composer|mix|sbt|lein)$/i;

/** Options after which an interpreter gets code, or a module's name, in the place of a script. */
const CODE_GIVEN = /^(?:-[cempE]|--eval|--print|-Command|-EncodedCommand)$/;

/** Files that somebody runs, beside the script itself: what is loaded before it. */
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|pl|php|lua|sh|bash|ps1|jar|wasm)$/i;

/**
 * Whether a launch runs a program or script of the workspace, whoever wrote the entry: then whoever writes to the repository
 * decides what it does. Judged by the words of the launch; what a program does with other files is its own affair.
 */
export function runsWorkspaceCode(launch: StdioLaunch, workspaceFolder: string | undefined): boolean {
  if (workspaceFolder === undefined) return false;
  const isTheirs = (path: string): boolean => {
    const place = placeOf(path, launch.cwd);
    return place !== undefined && place !== plain(workspaceFolder) && isBelow(place, plain(workspaceFolder));
  };
  if (/[\\/]/.test(launch.command) && isTheirs(launch.command)) return true;
  const program =
    launch.command
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(?:exe|cmd|bat)$/i, '') ?? '';
  if (PROJECT_TOOLS.test(program)) return launch.cwd !== undefined && isIn(launch.cwd, workspaceFolder);
  if (!INTERPRETERS.test(program)) return false;
  return scriptsOf(launch.args).some(isTheirs);
}

/** The script that an interpreter is given, and code files among its options. */
function scriptsOf(args: readonly string[]): readonly string[] {
  const at = args.findIndex(arg => !arg.startsWith('-'));
  const isCodeGiven = args.slice(0, at < 0 ? args.length : at).some(arg => CODE_GIVEN.test(arg));
  const script = at < 0 || isCodeGiven ? [] : args.slice(at, at + 1);
  const loaded = args.map(arg => arg.replace(/^--?[\w-]+=/, '')).filter(arg => CODE_FILE.test(arg));
  return [...script, ...(isCodeGiven ? loaded.filter(file => !/[\s;(]/.test(file)) : loaded)];
}

function isIn(folder: string, workspaceFolder: string): boolean {
  return plain(folder) === plain(workspaceFolder) || isBelow(plain(folder), plain(workspaceFolder));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? folder : `${folder}/`);
}

/** Where a path leads, by its words; undefined for a relative one where nothing says the folder. */
function placeOf(path: string, cwd: string | undefined): string | undefined {
  if (/^(?:[\\/]|[A-Za-z]:[\\/]|file:)/.test(path)) return plain(path.replace(/^file:\/\//, ''));
  return cwd === undefined ? undefined : plain(`${cwd}/${path}`);
}

/** The path with one kind of slash, without `.` and `..`. */
function plain(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `${/^[A-Za-z]:/.test(path) ? '' : '/'}${parts.join('/')}`;
}
