import type { LaunchTemplate, ResolvedLaunch } from '../entry/entry';
import { type PackageRunner, type PackageSpec, runnerOf } from './packageRunner';

/** The package that a launch fetches and runs. */
export interface LaunchPackage {
  readonly from: PackageRunner['from'];
  /** Its exact name; for what is no name in a registry, such as an address, the whole text. */
  readonly name: string;
  /** As the launch says it: a version, a tag, a range; undefined where it says none. */
  readonly version: string | undefined;
  /** Whether the launch always runs the same: everything it fetches by name has an exact version. */
  readonly isExact: boolean;
}

/** Reads it out of the command as a package runner would; undefined where it runs what is on the machine. */
export function packageOf(launch: ResolvedLaunch | LaunchTemplate): LaunchPackage | undefined {
  const runner = runnerOf(launch);
  const [first] = runner?.specs ?? [];
  if (runner === undefined || first === undefined) return undefined;
  const said = versionOption(runner);
  if (said !== undefined) {
    const { name } = splitSpec(runner.from, first.text);
    return { from: runner.from, name, version: said, isExact: EXACT[runner.from].test(said) };
  }
  const { name, version } = splitSpec(runner.from, first.text);
  return {
    from: runner.from,
    name,
    version,
    isExact: runner.specs.every(spec => isExactSpec(runner.from, spec)),
  };
}

/** The same launch with this version of its package; unchanged where it runs none that has versions. */
export function withVersion<Launch extends ResolvedLaunch | LaunchTemplate>(
  launch: Launch,
  version: string,
): Launch {
  const runner = runnerOf(launch);
  const [spec] = runner?.specs ?? [];
  if (launch.type !== 'stdio' || runner === undefined || spec === undefined) return launch;
  const { name, isNamed } = splitSpec(runner.from, spec.text);
  if (!isNamed || versionOption(runner) !== undefined) return launch;
  const text = `${spec.before}${name}${extrasOf(runner.from, spec)}${signFor(runner.from, spec, version)}${version}`;
  return { ...launch, args: launch.args.with(spec.at, text) };
}

/** `isNamed`: by a name in a registry, not by an address or a path. */
interface Split {
  readonly name: string;
  readonly version: string | undefined;
  readonly isNamed: boolean;
}

const NAMES: Readonly<Record<PackageRunner['from'], RegExp>> = {
  npm: /^(?<name>(?:@[\w.~-]+\/)?[\w~-][\w.~-]*)(?:@(?<version>[^:/]*))?$/,
  PyPI: /^(?<name>\w[\w.-]*)(?:\[[\w\s,.-]*\])?\s*(?:(?:@|===?)\s*(?<version>[^:/\s]+)|(?<range>[<>~!].*))?$/,
  NuGet: /^(?<name>\w[\w.-]*)(?:@(?<version>[^:/]*))?$/,
  Docker:
    /^(?<name>[\w.-]+(?::\d+(?=\/))?(?:\/[\w.-]+)*)(?::(?<tag>[\w.-]+))?(?:@(?<digest>sha256:[0-9a-f]{64}))?$/,
};

const EXACT: Readonly<Record<PackageRunner['from'], RegExp>> = {
  npm: /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/,
  // `1.2`, `1.2.0rc1`, `1!2.post1.dev3+local`; bounded, so that no text takes long to be turned away.
  PyPI: /^(?:\d+!)?\d+(?:\.\d+)*(?:[._-]?[a-z]{1,7}[._-]?\d*){0,3}(?:\+[\w.]+)?$/i,
  NuGet: /^\d+\.\d+\.\d+(?:\.\d+)?(?:[-+][\w.+-]+)?$/,
  // A tag of three numbers is meant for one image, though nothing but a digest makes sure of it.
  Docker: /^(?:v?\d+\.\d+\.\d+[\w.-]*|sha256:[0-9a-f]{64})$/,
};

/** The version that dnx is told beside the package. */
function versionOption({ from, options }: PackageRunner): string | undefined {
  return from === 'NuGet' ? options.find(([name]) => name === '--version')?.[1] : undefined;
}

function splitSpec(from: PackageRunner['from'], text: string): Split {
  const found = NAMES[from].exec(text)?.groups;
  if (found?.['name'] === undefined) return { name: text, version: undefined, isNamed: false };
  const version = found['digest'] ?? found['tag'] ?? found['version'] ?? found['range'];
  return { name: found['name'], version: version === '' ? undefined : version, isNamed: true };
}

function isExactSpec(from: PackageRunner['from'], { text }: PackageSpec): boolean {
  const { version } = splitSpec(from, text);
  return version !== undefined && EXACT[from].test(version);
}

function extrasOf(from: PackageRunner['from'], { text }: PackageSpec): string {
  return from === 'PyPI' ? (/\[[^\]]*\]/.exec(text)?.[0] ?? '') : '';
}

/** What stands between a name and its version. */
function signFor(from: PackageRunner['from'], { isNamed }: PackageSpec, version: string): string {
  if (from === 'Docker') return version.startsWith('sha256:') ? '@' : ':';
  // uv takes `@` for its command, and a requirement as pip knows it for its options.
  return from === 'PyPI' && isNamed ? '==' : '@';
}
