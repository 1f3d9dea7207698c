import type { LaunchTemplate } from '../../core/catalog/entry/entry';
import { InputTexts, literal } from './inputText';
import type { DocumentArgument, DocumentPackage } from './serverDocument';

/** How a published package is started and what it needs, or why it can't be, as the end of a sentence. */
export type PublishedLaunch =
  | { readonly type: 'launch'; readonly launch: LaunchTemplate; readonly inputs: InputTexts }
  | { readonly type: 'unsupported'; readonly why: string };

/** A kind of package that a program of its own fetches and runs. */
interface Runner {
  readonly command: string;
  readonly name: RegExp;
  /** Where its packages come from; undefined: from wherever its name says. */
  readonly base: RegExp | undefined;
  readonly needsVersion: boolean;
  /** What comes before the publisher's own words for the runner. */
  readonly before: readonly string[];
  /** Words of the publisher that are there already. */
  readonly known: ReadonlySet<string>;
  spec(name: string, version: string | undefined, base: string | undefined): string;
  readonly after: readonly string[];
}

const VERSION = /^[0-9A-Za-z][\w.+!-]*$/;

// Nothing that begins with a dash is a name: it would be an option of the runner.
const RUNNERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  [
    'npm',
    {
      command: 'npx',
      name: /^(?:@[\w.~-]+\/)?[\w~][\w.~-]*$/,
      base: /^https:\/\/registry\.npmjs\.org\/?$/,
      needsVersion: true,
      before: ['-y'],
      known: new Set(['-y', '--yes']),
      spec: (name, version) => `${name}@${version}`,
      after: [],
    },
  ],
  [
    'pypi',
    {
      command: 'uvx',
      name: /^\w[\w.-]*$/,
      base: /^https:\/\/(?:files\.)?pypi\.(?:org|python\.org)(?:\/simple)?\/?$/,
      needsVersion: true,
      before: [],
      known: new Set(),
      spec: (name, version) => `${name}@${version}`,
      after: [],
    },
  ],
  [
    'nuget',
    {
      command: 'dnx',
      name: /^\w[\w.-]*$/,
      base: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/,
      needsVersion: true,
      before: [],
      known: new Set(['--yes', '-y']),
      spec: (name, version) => `${name}@${version}`,
      after: ['--yes', '--'],
    },
  ],
  [
    'oci',
    {
      command: 'docker',
      name: /^[\w][\w.-]*(?::\d+(?=\/))?(?:\/[\w][\w.-]*)*(?::[\w][\w.-]*)?(?:@sha256:[0-9a-f]{64})?$/,
      base: undefined,
      needsVersion: false,
      before: ['run', '-i', '--rm'],
      known: new Set(['run', '-i', '--interactive', '--rm']),
      spec: imageOf,
      after: [],
    },
  ],
]);

/** How a package is started, by the runner that fetches it: an exact version, nothing of this machine in it. */
export function packageLaunch(found: DocumentPackage): PublishedLaunch {
  const runner = RUNNERS.get(found.registryType);
  if (runner === undefined)
    return unsupported(`its package is of a kind that is not run: ${found.registryType}`);
  const objection = objectionTo(found, runner);
  if (objection !== undefined) return unsupported(objection);
  const inputs = new InputTexts();
  const env: [string, string][] = [];
  for (const variable of found.environmentVariables ?? []) {
    const value =
      variable.value === undefined ? undefined : inputs.filled(variable.value, variable.variables);
    if (variable.value === undefined) {
      inputs.need(variable.name, variable);
      if (variable.default !== undefined) env.push([variable.name, literal(variable.default)]);
    } else if (value !== undefined) env.push([variable.name, value]);
  }
  const passed = found.registryType === 'oci' ? (found.environmentVariables ?? []) : [];
  const own = wordsOf(found.packageArguments ?? [], inputs);
  const args = [
    ...runner.before,
    ...wordsOf(found.runtimeArguments ?? [], inputs).filter(word => !runner.known.has(word)),
    ...passed.flatMap(({ name }) => ['-e', name]),
    runner.spec(found.identifier, found.version, found.registryBaseUrl),
    ...runner.after.filter(word => word !== '--' || own.length > 0),
    ...own,
  ];
  return {
    type: 'launch',
    launch: { type: 'stdio', command: runner.command, args, env: Object.fromEntries(env) },
    inputs,
  };
}

/** Why a package of a known kind can't be run. */
function objectionTo(found: DocumentPackage, runner: Runner): string | undefined {
  if (!runner.name.test(found.identifier)) return 'the name of its package is none';
  if (runner.needsVersion && found.version === undefined) return 'its package has no version';
  if (found.version !== undefined && !VERSION.test(found.version))
    return 'the version of its package is none';
  if (
    runner.base !== undefined &&
    found.registryBaseUrl !== undefined &&
    !runner.base.test(found.registryBaseUrl)
  )
    return 'its package comes from a package registry of its own';
  if (found.transport !== undefined && found.transport.type !== 'stdio')
    return `its package is reached over ${found.transport.type}, not over stdio`;
  if (found.fileSha256 !== undefined) return `${runner.command} can't check the hash of its package's file`;
  const wrong = (found.environmentVariables ?? []).find(({ name }) => !/^[A-Za-z_]\w*$/.test(name));
  return wrong === undefined
    ? undefined
    : 'one of its environment variables has no name that a program can read';
}

function wordsOf(list: readonly DocumentArgument[], inputs: InputTexts): readonly string[] {
  return list.flatMap((argument, at) => {
    const hint = argument.type === 'named' ? argument.name : (argument.valueHint ?? `argument_${at + 1}`);
    const text = inputs.textOf(hint, argument);
    if (argument.type === 'positional') return text === undefined ? [] : [text];
    const isSwitch = argument.value === undefined && argument.default === undefined && !takesValue(argument);
    if (isSwitch) return [literal(argument.name)];
    return text === undefined ? [] : [literal(argument.name), text];
  });
}

/** Whether a flag for which nothing is said has a value at all: `--stdio` has none. */
function takesValue({ isRequired, isSecret, choices, description }: DocumentArgument): boolean {
  return isRequired === true || isSecret === true || choices !== undefined || description !== undefined;
}

function imageOf(name: string, version: string | undefined, base: string | undefined): string {
  const host = /^https?:\/\/([\w.-]+(?::\d+)?)\/?$/.exec(base ?? '')?.[1];
  const isPlain = host === undefined || host === 'docker.io' || name.startsWith(`${host}/`);
  const image = isPlain ? name : `${host}/${name}`;
  const hasTag = /[:@]/.test(image.slice(image.lastIndexOf('/') + 1));
  return version === undefined || hasTag ? image : `${image}:${version}`;
}

function unsupported(why: string): PublishedLaunch {
  return { type: 'unsupported', why };
}
