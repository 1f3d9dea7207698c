import type { LaunchTemplate, ResolvedLaunch } from './entry';

/** The package that a launch fetches and runs, by its exact name; undefined where it runs what is on the machine. */
export interface LaunchPackage {
  readonly from: 'npm' | 'PyPI';
  readonly name: string;
}

const RUNNERS: ReadonlyMap<string, LaunchPackage['from']> = new Map([
  ['npx', 'npm'],
  ['bunx', 'npm'],
  ['uvx', 'PyPI'],
]);

/** Options that name the package, before what to run of it. */
const NAMING = ['--package', '-p', '--from'];

/** Reads it out of the command as a package runner would. */
export function packageOf(launch: ResolvedLaunch | LaunchTemplate): LaunchPackage | undefined {
  if (launch.type !== 'stdio') return undefined;
  const from = RUNNERS.get(launch.command);
  if (from === undefined) return undefined;
  const spec = namedBy(launch.args) ?? launch.args.find(arg => !arg.startsWith('-'));
  return spec === undefined ? undefined : { from, name: withoutVersion(spec) };
}

function namedBy(args: readonly string[]): string | undefined {
  const at = args.findIndex(arg => NAMING.includes(arg));
  if (at >= 0) return args[at + 1];
  const option = NAMING.find(name => args.some(arg => arg.startsWith(`${name}=`)));
  return args.find(arg => arg.startsWith(`${option}=`))?.slice(`${option}=`.length);
}

/** `@scope/name@1.2` and `name==1.2` without what follows the name. */
function withoutVersion(spec: string): string {
  const end = spec.slice(1).search(/@|[=<>~!]=|[<>]/);
  return end < 0 ? spec : spec.slice(0, end + 1);
}
