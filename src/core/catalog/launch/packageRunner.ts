import type { LaunchTemplate, ResolvedLaunch } from '../entry/entry';

/** A program that fetches packages and runs them, as a launch calls it. */
export interface PackageRunner {
  /** Where its packages come from. */
  readonly from: 'npm' | 'PyPI' | 'NuGet' | 'Docker';
  /** The packages that it is told to fetch; the first is the one that it runs. */
  readonly specs: readonly PackageSpec[];
  /** Options before what it runs, each with its value: what follows belongs to the package's own program. */
  readonly options: readonly (readonly [name: string, value: string])[];
}

/** The text that names a package, e.g. `tavily-mcp@0.2.22`. */
export interface PackageSpec {
  readonly text: string;
  /** Which argument of the launch it stands in. */
  readonly at: number;
  /** What stands before it in that argument: `--package=`. */
  readonly before: string;
  /** By an option such as `--from`, not as the first plain argument. */
  readonly isNamed: boolean;
}

interface Kind {
  readonly from: PackageRunner['from'];
  /** Plain arguments that must come first: `tool`, `run`. */
  readonly verbs: readonly string[];
  /** Options whose value is the package that is run. */
  readonly naming: readonly string[];
  /** Options whose value is a package beside it. */
  readonly bringing: readonly string[];
  takesValue(option: string): boolean;
  /** Where no option names a package, it runs what lies in the folder, and is no package runner. */
  readonly isNamedOnly?: true;
}

const NPM_NAMING = ['--package', '-p'];
const PYPI_NAMING = ['--from', '--spec'];
const PYPI_BRINGING = ['--with', '-w'];

/** Options of npm that stand alone; it takes what follows any other for its value. */
const NPM_SWITCHES = new Set(
  '-y --yes -n --no --no-install -q --quiet -s --silent -d -dd -ddd --verbose --offline --prefer-offline --prefer-online --ignore-scripts --no-audit --no-fund --workspaces --ws -ws --include-workspace-root --iwr -g --global -f --force --bun --no-bun --shell-mode -l --long'.split(
    ' ',
  ),
);

/** Options of uv and pipx that take what follows for their value. */
const PYPI_VALUED = new Set(
  '--from --spec --with -w --with-editable --with-requirements --python -p --index --default-index --index-url -i --extra-index-url --find-links -f --upgrade-package -P --index-strategy --keyring-provider --resolution --prerelease --fork-strategy --exclude-newer --exclude-newer-package --no-build-package --no-binary-package --reinstall-package --refresh-package --link-mode --config-setting --config-settings --config-settings-package -C --no-build-isolation-package --cache-dir --config-file --directory --project --color --env-file --constraints --constraint -c --overrides --override --build-constraints -b --python-platform --allow-insecure-host --torch-backend --extra --group --only-group --no-group --package --pip-args --fetch-python --backend'.split(
    ' ',
  ),
);

const NUGET_VALUED = new Set(['--version', '--source', '--add-source', '--configfile', '-v', '--verbosity']);

/** Options of docker and podman that stand alone. */
const DOCKER_SWITCHES = new Set(
  '-i --interactive -t --tty -d --detach --rm --init --privileged -P --publish-all --read-only --no-healthcheck --oom-kill-disable --disable-content-trust --sig-proxy -q --quiet --use-api-socket --replace --tls-verify --no-hosts --no-hostname --rmi --env-host --http-proxy --debug -D --tls --tlsverify --remote -r'.split(
    ' ',
  ),
);

const npm = (...verbs: readonly string[]): Kind => ({
  from: 'npm',
  verbs,
  naming: NPM_NAMING,
  bringing: [],
  takesValue: option => !NPM_SWITCHES.has(option),
});

const pypi = (...verbs: readonly string[]): Kind => ({
  from: 'PyPI',
  verbs,
  naming: PYPI_NAMING,
  bringing: PYPI_BRINGING,
  takesValue: option => PYPI_VALUED.has(option),
});

const docker = (...verbs: readonly string[]): Kind => ({
  from: 'Docker',
  verbs,
  naming: [],
  bringing: [],
  // `-it` is two that stand alone.
  takesValue: option => !DOCKER_SWITCHES.has(option) && !/^-[itdPqD]+$/.test(option),
});

/** Reads the NuGet.config of the folder it starts in, and of those above. */
const nuget: Kind = {
  from: 'NuGet',
  verbs: [],
  naming: [],
  bringing: [],
  takesValue: option => NUGET_VALUED.has(option),
};

const CONTAINERS = [docker('run'), docker('container', 'run')];

const KINDS: ReadonlyMap<string, readonly Kind[]> = new Map([
  ['npx', [npm()]],
  ['npm', [npm('exec'), npm('x')]],
  ['pnpx', [npm()]],
  ['pnx', [npm()]],
  ['pnpm', [npm('dlx')]],
  ['pn', [npm('dlx')]],
  ['yarn', [npm('dlx')]],
  ['bunx', [npm()]],
  ['bun', [npm('x')]],
  ['uvx', [pypi()]],
  ['uv', [pypi('tool', 'run'), { ...pypi('run'), naming: PYPI_BRINGING, bringing: [], isNamedOnly: true }]],
  ['pipx', [pypi('run')]],
  ['dnx', [nuget]],
  ['docker', CONTAINERS],
  ['podman', CONTAINERS],
]);

/** The package runner that a launch starts, whatever folder it lies in and whatever it is wrapped in; undefined where it is none. */
export function runnerOf(launch: ResolvedLaunch | LaunchTemplate): PackageRunner | undefined {
  if (launch.type !== 'stdio') return undefined;
  const words = [launch.command, ...launch.args];
  const at = programAt(words);
  // A program by its place in the folder: that folder's own code, whatever it is called.
  if (isRelativePath(words[at] ?? '')) return undefined;
  for (const kind of KINDS.get(programName(words[at] ?? '')) ?? []) {
    const found = read(kind, words, at + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRelativePath(word: string): boolean {
  return /[\\/]/.test(word) && !/^(?:[\\/]|[A-Za-z]:)/.test(word);
}

/** `C:\node\npx.cmd` is npx. */
function programName(word: string): string {
  const name = word.split(/[\\/]/).at(-1) ?? '';
  const plain = name.toLowerCase().replace(/\.(?:cmd|exe|bat|ps1)$/, '');
  return plain === 'npx-cli.js' ? 'npx' : plain === 'npm-cli.js' ? 'npm' : plain;
}

/** Wrappers around a wrapper that are looked through: nobody writes more. */
const MOST_WRAPPERS = 4;

/** Where the program stands, also behind Node, which runs npm's own scripts: `node npx-cli.js`. */
function programAt(words: readonly string[]): number {
  const at = behindWrappers(words);
  const isNode = programName(words[at] ?? '') === 'node';
  return isNode && /[\\/]np[xm]-cli\.js$/.test(words[at + 1] ?? '') ? at + 1 : at;
}

/** Where the program of a command line stands behind what only hands on to it: `cmd /c npx`, `env A=b npx`, `corepack pnpm`. */
export function behindWrappers(words: readonly string[]): number {
  let at = 0;
  for (let wrappers = 0; wrappers < MOST_WRAPPERS; wrappers++) {
    const isBefore = WRAPPERS.get(programName(words[at] ?? ''));
    const next = words.findIndex((word, i) => i > at && isBefore?.(word) !== true);
    if (isBefore === undefined || next < 0) break;
    at = next;
  }
  return at;
}

/** Programs that hand on to another, and what may stand before its name. */
const WRAPPERS: ReadonlyMap<string, (word: string) => boolean> = new Map([
  ['cmd', (word: string) => word.startsWith('/')],
  ['env', (word: string) => word.startsWith('-') || /^\w+=/.test(word)],
  ['corepack', () => false],
]);

/** Reads the arguments as the runner would: options up to the first plain argument that is no verb. */
function read(kind: Kind, words: readonly string[], from: number): PackageRunner | undefined {
  const verbs = [...kind.verbs];
  const options: [string, string][] = [];
  const named: PackageSpec[] = [];
  const brought: PackageSpec[] = [];
  let plain: PackageSpec | undefined;
  for (let at = from; at < words.length && plain === undefined; at++) {
    const word = words[at] ?? '';
    if (word === '--') continue;
    if (word.startsWith('-')) {
      const option = optionAt(kind, words, at);
      at = option.end;
      options.push([option.name, option.spec.text]);
      if (kind.naming.includes(option.name)) named.push(option.spec);
      if (kind.bringing.includes(option.name)) brought.push(option.spec);
    } else if (verbs.length === 0) plain = { text: word, at: at - 1, before: '', isNamed: false };
    else if (verbs.shift() !== word) return undefined;
  }
  if (verbs.length > 0 || (kind.isNamedOnly && named.length === 0)) return undefined;
  const run = named.length > 0 || plain === undefined ? named : [plain];
  return { from: kind.from, options, specs: [...run, ...brought] };
}

/** The option that stands there, with its value as if it named a package; `end` is the last word of it. */
function optionAt(
  kind: Kind,
  words: readonly string[],
  at: number,
): { readonly name: string; readonly spec: PackageSpec; readonly end: number } {
  const word = words[at] ?? '';
  const [, name = word, inside] = /^(--?[^=]+)=(.*)$/s.exec(word) ?? [];
  const isApart = inside === undefined && kind.takesValue(name);
  const end = isApart ? at + 1 : at;
  const text = inside ?? (isApart ? (words[end] ?? '') : '');
  const before = inside === undefined ? '' : `${name}=`;
  return { name, end, spec: { text, at: end - 1, before, isNamed: true } };
}
