import type { ResolvedLaunch } from '../entry/entry';
import { behindWrappers, runnerOf } from './packageRunner';

type StdioLaunch = Extract<ResolvedLaunch, { type: 'stdio' }>;

/** Programs that run the script that they are given. */
const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|py|ruby|perl|php|Rscript|lua|java|sh|bash|zsh|dash|fish|pwsh|powershell|cscript)$/i;

/** Programs that run what the project around their folder says. */
const PROJECT_TOOLS =
  /^(?:npm|pnpm|yarn|npx|bunx|uv|uvx|make|gmake|just|task|cargo|go|dotnet|gradle|gradlew|mvn|mvnw|poetry|pipenv|pipx|hatch|pdm|rake|bundle|composer|mix|sbt|lein)$/i;

/** Interpreters of command lines, which name other programs. */
const SHELLS = /^(?:sh|bash|zsh|dash|fish)$/i;

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
  const words = [launch.command, ...launch.args];
  const at = behindWrappers(words);
  const [command = '', ...args] = words.slice(at);
  if ([launch.command, command].some(path => /[\\/]/.test(path) && isTheirs(path))) return true;
  const program =
    command
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.(?:exe|cmd|bat)$/i, '') ?? '';
  if (PROJECT_TOOLS.test(program))
    return [launch.cwd, ...placesOf(launch, args)].some(path => leadsInto(path, launch.cwd, workspaceFolder));
  const script = SHELLS.test(program) ? args[args.findIndex(arg => /^-[a-z]*c$/.test(arg)) + 1] : undefined;
  const isLine = at > 0 && /\s/.test(command);
  const parts = commandsOf(isLine ? [command, ...args].join(' ') : (script ?? ''));
  if (parts.some(part => isTheirPart(part, launch, workspaceFolder))) return true;
  if (!INTERPRETERS.test(program)) return false;
  return scriptsOf(args).some(isTheirs);
}

/** Whether one command of a script does: it is looked at as if it were started itself. */
function isTheirPart(
  [command = '', ...args]: readonly string[],
  launch: StdioLaunch,
  workspaceFolder: string,
): boolean {
  if (command === 'cd')
    return launch.cwd !== workspaceFolder && leadsInto(args.at(-1), launch.cwd, workspaceFolder);
  return runsWorkspaceCode({ ...launch, command, args }, workspaceFolder);
}

/** The commands of a script for a shell, each in words; of quotes and variables only as much as people write in one line. */
function commandsOf(script: string): readonly (readonly string[])[] {
  return script
    .slice(0, MOST_SCRIPT)
    .split(/&&|\|\||[;|&\n]/)
    .map(part => (part.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(word => word.replaceAll(/^["']|["']$/g, '')))
    .map(words => words.slice(words.findIndex(word => word !== 'exec' && !/^\w+=/.test(word))))
    .filter(words => words.length > 0);
}

/** Nobody writes a longer script into one argument, in characters. */
const MOST_SCRIPT = 10_000;

/**
 * What decides beside its folder what a tool of projects runs: of a package runner its packages, its own options, and code that the
 * package is given; of any other each path that it is told.
 */
function placesOf(launch: StdioLaunch, args: readonly string[]): readonly string[] {
  const runner = runnerOf(launch);
  const told = args.map(withoutFlag);
  if (runner === undefined) return told.filter(word => /[\\/]/.test(word));
  return [
    ...runner.specs.map(({ text }) => text.replace(/^.*?(?=file:)/s, '')),
    ...runner.options.map(([, value]) => value),
    ...told.filter(word => CODE_FILE.test(word)),
  ].filter(word => word !== '');
}

function withoutFlag(word: string): string {
  return word.replace(/^--?[\w-]+=/, '');
}

/** The script that an interpreter is given, and code files among its options. */
function scriptsOf(args: readonly string[]): readonly string[] {
  const at = args.findIndex(arg => !arg.startsWith('-'));
  const isCodeGiven = args.slice(0, at < 0 ? args.length : at).some(arg => CODE_GIVEN.test(arg));
  const script = at < 0 || isCodeGiven ? [] : args.slice(at, at + 1);
  const loaded = args.map(withoutFlag).filter(arg => CODE_FILE.test(arg));
  return [...script, ...(isCodeGiven ? loaded.filter(file => !/[\s;(]/.test(file)) : loaded)];
}

function leadsInto(path: string | undefined, cwd: string | undefined, workspaceFolder: string): boolean {
  const place = path === undefined ? undefined : placeOf(path, cwd);
  if (place === undefined) return false;
  return place === plain(workspaceFolder) || isBelow(place, plain(workspaceFolder));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? folder : `${folder}/`);
}

/** Where a path leads, by its words; undefined for a relative one where nothing says the folder. */
function placeOf(path: string, cwd: string | undefined): string | undefined {
  if (/^(?:[\\/]|[A-Za-z]:[\\/]|file:)/.test(path)) return plain(path.replace(/^file:(?:\/\/)?/, ''));
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
