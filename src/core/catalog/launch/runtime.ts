import type { CatalogEntry } from '../entry/entry';
import { oneLine } from '../entry/plainText';
import type { Programs, ProgramSearch, Surroundings } from '../entry/ports';
import { expandVariables, surroundingValue } from '../entry/variables';
import { withoutSecrets } from './commandLine';

/** Whether the programs that a server runs on are on this machine. `unknown`: its command hangs on a credential. */
export type Runtime =
  | { readonly status: 'present' | 'unknown' }
  | {
      readonly status: 'missing';
      readonly program: string;
      readonly searched: readonly string[];
      /** What is not there, where it was looked for, and what brings it. */
      readonly message: string;
    };

/** What to install for a program, in words. */
const INSTALLED_BY: ReadonlyMap<string, string> = new Map([
  ['node', 'Node.js (https://nodejs.org)'],
  ['npx', 'Node.js (https://nodejs.org)'],
  ['npm', 'Node.js (https://nodejs.org)'],
  ['uv', 'uv (https://docs.astral.sh/uv)'],
  ['uvx', 'uv (https://docs.astral.sh/uv)'],
  ['python', 'Python (https://www.python.org)'],
  ['python3', 'Python (https://www.python.org)'],
  ['docker', 'Docker (https://docs.docker.com/get-started/get-docker)'],
  ['git', 'Git (https://git-scm.com)'],
  ['dart', 'the Dart SDK (https://dart.dev/get-dart)'],
  ['az', 'the Azure CLI (https://learn.microsoft.com/cli/azure/install-azure-cli)'],
  ['semgrep', 'Semgrep (https://semgrep.dev/docs/getting-started)'],
  ['heroku', 'the Heroku CLI (https://devcenter.heroku.com/articles/heroku-cli)'],
  ['ollama', 'Ollama (https://ollama.com)'],
  ['bun', 'Bun (https://bun.sh)'],
  ['bunx', 'Bun (https://bun.sh)'],
  ['deno', 'Deno (https://deno.com)'],
  ['pnpm', 'pnpm (https://pnpm.io/installation)'],
  ['yarn', 'Yarn (https://yarnpkg.com/getting-started/install)'],
  ['pipx', 'pipx (https://pipx.pypa.io)'],
  ['poetry', 'Poetry (https://python-poetry.org/docs)'],
  ['podman', 'Podman (https://podman.io/docs/installation)'],
  ['dotnet', 'the .NET SDK (https://dotnet.microsoft.com/download)'],
  // `dnx` came with .NET 10: an older SDK lacks it.
  ['dnx', 'the .NET 10 SDK or newer (https://dotnet.microsoft.com/download)'],
  ['java', 'Java (https://adoptium.net)'],
  ['go', 'Go (https://go.dev/dl)'],
  ['cargo', 'Rust (https://rustup.rs)'],
  ['ruby', 'Ruby (https://www.ruby-lang.org)'],
  ['php', 'PHP (https://www.php.net)'],
]);

/** Applications that are started by their users and stand in no PATH: not looked for. */
const APPLICATIONS: ReadonlySet<string> = new Set(['chrome', 'blender', 'unity']);

/** Looks for an entry's command and the programs it requires. Starts nothing. */
export function runtimeOf(entry: CatalogEntry, programs: Programs, surroundings: Surroundings): Runtime {
  if (entry.launch.type !== 'stdio') return { status: 'present' };
  const expand = (text: string) =>
    expandVariables(text, variable => surroundingValue(variable, surroundings));
  const command = expand(entry.launch.command);
  if (command.unresolved.length > 0) return { status: 'unknown' };
  const cwd = expand(entry.launch.cwd ?? '${workspaceFolder}');
  const folder = cwd.unresolved.length > 0 ? undefined : cwd.text;

  // A requirement may carry a version ("node>=22.5"): only a start could tell it.
  const required = entry.requires
    .map(text => text.replace(/[<>=].*$/, ''))
    .filter(text => !APPLICATIONS.has(text));
  for (const program of [command.text, ...required]) {
    const found = programs.find(program, folder);
    if ('path' in found) continue;
    return missing(
      program,
      found,
      program === command.text ? commandLineAdvice(program, programs, folder) : undefined,
    );
  }
  return { status: 'present' };
}

/** The same programs, each looked for once: for many entries at one moment. */
export function lookedForOnce(programs: Programs): Programs {
  const found = new Map<string, ProgramSearch>();
  return {
    find(command, cwd) {
      const key = `${command}\n${cwd ?? ''}`;
      const known = found.get(key) ?? programs.find(command, cwd);
      found.set(key, known);
      return known;
    },
  };
}

/** What to do about a command line in the place of a command; undefined where it is none: a program's name may have spaces. */
function commandLineAdvice(
  commandLine: string,
  programs: Programs,
  folder: string | undefined,
): string | undefined {
  const [program = '', ...args] = commandLine
    .trim()
    .split(/\s+/)
    .map(word => oneLine(word, 100));
  if (args.length === 0 || !('path' in programs.find(program, folder))) return undefined;
  const named = withoutSecrets(commandLine)
    .trim()
    .split(/\s+/)
    .slice(1, 5)
    .map(word => oneLine(word, 100))
    .map(word => `"${word.replaceAll(/^["']|["']$/g, '')}"`);
  const all = args.length > named.length ? `${named.join(', ')} and the rest` : named.join(', ');
  return `"command" takes the program only: keep "${program}" there and move ${all} into "args".`;
}

function missing(
  program: string,
  { searched, unusable }: Exclude<ProgramSearch, { path: string }>,
  instead: string | undefined,
): Runtime {
  const told = withoutSecrets(program);
  const name = oneLine(told, 200);
  const install = INSTALLED_BY.get(program.replace(/\.(?:exe|cmd)$/i, ''));
  const advice = install === undefined ? 'Install it or fix the command' : `Install ${install}`;
  const next = instead ?? `${advice}, then try again.`;
  return { status: 'missing', program: told, searched, message: `${whatIsWrong()} ${next}` };

  function whatIsWrong(): string {
    if (unusable?.why === 'directory') return `"${oneLine(unusable.path, 200)}" is a folder, not a program.`;
    if (unusable?.why === 'not-executable') return `"${oneLine(unusable.path, 200)}" is not executable.`;
    if (unusable?.why === 'in-workspace')
      return `The program "${name}" was found only at "${oneLine(unusable.path, 200)}" and is not run from there: that PATH entry is in the workspace or relative, where a repository can place any program.`;
    const few = searched.slice(0, 4).map(folder => oneLine(folder, 100));
    const more = searched.length > few.length ? ` and ${searched.length - few.length} more` : '';
    return `The program "${name}" was not found (searched ${few.join(', ') || 'no folder: PATH is empty'}${more}).`;
  }
}
