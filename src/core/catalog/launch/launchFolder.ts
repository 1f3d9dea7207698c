import { Refusal } from '../../support/refusal';
import type { CatalogEntry, ResolvedLaunch } from '../entry/entry';
import { oneLine } from '../entry/plainText';
import { type PackageRunner, runnerOf } from './packageRunner';

type StdioLaunch = Extract<ResolvedLaunch, { type: 'stdio' }>;

/**
 * Where a server is started whose entry does not say it: a package runner, a module of Python, and whatever our registry brings, gets
 * a folder of its own, since a repository may hold what these take over; any other server works where the user works.
 * @throws {Refusal} relative-mount: a container is given a folder that only a working folder would place
 */
export function folderOf(
  entry: Pick<CatalogEntry, 'id' | 'source' | 'owner'>,
  launch: StdioLaunch,
  workspaceFolder: string | undefined,
): Pick<StdioLaunch, 'cwd' | 'startsIn'> {
  if (launch.cwd !== undefined) return {};
  const runner = runnerOf(launch);
  if (runner !== undefined) requirePlacedMounts(entry.id, runner);
  if (runner !== undefined || entry.source === 'registry' || entry.source === 'mcp-registry')
    return { startsIn: 'own-folder' };
  if (entry.owner !== 'workspace' && runsModule(launch)) return { startsIn: 'own-folder' };
  return workspaceFolder === undefined ? {} : { cwd: workspaceFolder };
}

/** `python -m NAME` looks for NAME in the folder it starts in before it looks at what is installed. */
function runsModule({ command, args }: StdioLaunch): boolean {
  const program = command.split(/[\\/]/).at(-1) ?? '';
  if (!/^(?:python|pypy)[\d.]*w?(?:\.exe)?$|^py(?:\.exe)?$/i.test(program)) return false;
  const first = args.find(word => !/^-[\dbBdEiIOPqRsSuvx]+$/.test(word)) ?? '';
  return /^-[a-zA-Z]*m/.test(first);
}

function requirePlacedMounts(server: string, { from, options }: PackageRunner): void {
  if (from !== 'Docker') return;
  const paths = options.flatMap(([name, value]) => hostPath(name, value));
  const relative = paths.find(path => /^\.\.?(?:$|[\\/])/.test(path));
  if (relative === undefined) return;
  throw new Refusal(
    'relative-mount',
    `"${server}" was not started: it mounts the folder "${oneLine(relative, 200)}" into its container, but doesn't run in the workspace. Put \${workspaceFolder} before that path in its entry, or add a "cwd" to the entry.`,
    { server },
  );
}

/** The path on this machine that an option of `docker run` speaks of. */
function hostPath(option: string, value: string): readonly string[] {
  switch (option) {
    case '-v':
    case '--volume':
      return [value.split(':')[0] ?? ''];
    case '--mount':
      return value.split(',').flatMap(part => /^(?:source|src)=(.*)$/.exec(part)?.[1] ?? []);
    case '--env-file':
      return [value];
    default:
      return [];
  }
}
