import { type CatalogEntry, isUsersOwn, type LaunchTemplate } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isSecretName } from '../../core/catalog/entry/secretNames';
import { segmentsOf, type Variable } from '../../core/catalog/entry/variables';
import { splitSecrets } from '../../core/catalog/imports/importSecrets';
import { packageOf } from '../../core/catalog/launch/launchPackage';
import { behindWrappers, runnerOf } from '../../core/catalog/launch/packageRunner';

/** The namespace of a user's own servers: nobody can publish in it. */
const NAMESPACE = 'local.switchyard';
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** A server of the user as registries describe one (server.json 2025-12-11). */
export type OwnDocument = Readonly<Record<string, unknown>> & {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
};

/**
 * The user's own server in the words of a registry: how it is started, with names in the place of all values that may be secret.
 * Undefined for what is not theirs, is switched off, or no registry can describe, such as a program of this machine.
 */
export function ownDocument(entry: CatalogEntry): OwnDocument | undefined {
  if (!isUsersOwn(entry) || entry.owner !== 'user' || entry.disabledBy !== null) return undefined;
  if (entry.onlyFor !== undefined) return undefined;
  const inputs = new Inputs(entry);
  const way = wayOf(splitSecrets(entry.launch).launch, inputs);
  if (way === undefined) return undefined;
  const { version, ...how } = way;
  return {
    $schema: SCHEMA,
    name: `${NAMESPACE}/${entry.id}`,
    title: oneLine(entry.displayName, 100),
    description: oneLine(entry.description, 100) || `The MCP server ${entry.id}`,
    version,
    ...how,
  };
}

type Way = { readonly version: string } & Readonly<Record<string, unknown>>;

function wayOf(launch: LaunchTemplate, inputs: Inputs): Way | undefined {
  switch (launch.type) {
    case 'native':
      return undefined;
    case 'http': {
      const { url, variables } = inputs.address(launch.url);
      const headers = Object.keys(launch.headers).map(name => inputs.named(name));
      const type = launch.speaks === 'sse' ? 'sse' : 'streamable-http';
      return {
        version: FIRST,
        remotes: [{ type, url, ...variables, ...(headers.length === 0 ? {} : { headers }) }],
      };
    }
    case 'stdio':
      return packageWay(launch, inputs);
  }
}

/** Where nothing says a version. */
const FIRST = '1.0.0';
const KINDS = { npm: 'npm', PyPI: 'pypi', NuGet: 'nuget', Docker: 'oci' } as const;
/** What whoever runs a package of a kind says anyway, in the words of any runner. */
const USUAL: ReadonlySet<string> = new Set(
  '-y --yes run -i --interactive --rm dlx exec x tool container --'.split(' '),
);
/** npm's runner behind Node. */
const RUNNER_SCRIPT = /[\\/]np[xm]-cli\.js$/;

function packageWay(launch: Extract<LaunchTemplate, { type: 'stdio' }>, inputs: Inputs): Way | undefined {
  const found = packageOf(launch);
  const [spec, ...others] = runnerOf(launch)?.specs ?? [];
  if (found === undefined || spec === undefined || spec.isNamed || others.length > 0) return undefined;
  const isImage = found.from === 'Docker';
  // Whoever installs it calls the runner by itself: what it is wrapped in here, and its verbs, are no options of it.
  const behind = behindWrappers([launch.command, ...launch.args]);
  const { words, names } = withoutVariables(
    launch.args.slice(behind, spec.at).filter(word => !USUAL.has(word) && !RUNNER_SCRIPT.test(word)),
    isImage,
  );
  const version = found.isExact ? found.version : undefined;
  const env = new Set([
    ...names,
    ...launch.args.slice(0, behind).flatMap(word => /^(\w+)=/.exec(word)?.[1] ?? []),
    ...Object.keys(launch.env),
    ...inputs.bare(),
  ]);
  const after = launch.args.slice(spec.at + 1).filter((word, at) => at > 0 || word !== '--');
  return {
    version: version?.startsWith('sha256:') ? FIRST : (version ?? FIRST),
    packages: [
      {
        registryType: KINDS[found.from],
        identifier: isImage ? spec.text : found.name,
        ...(isImage || version === undefined ? {} : { version }),
        transport: { type: 'stdio' },
        ...listOf(
          'runtimeArguments',
          words.map(word => inputs.argument(word)),
        ),
        ...listOf(
          'packageArguments',
          after.map(word => inputs.argument(word)),
        ),
        ...listOf(
          'environmentVariables',
          [...env].map(name => inputs.named(name)),
        ),
      },
    ],
  };
}

/** `-e NAME=value` of a container: the names alone. */
function withoutVariables(
  words: readonly string[],
  isImage: boolean,
): { readonly words: readonly string[]; readonly names: readonly string[] } {
  if (!isImage) return { words, names: [] };
  const kept: string[] = [];
  const names: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, inside] = /^(?:--env=|-e=?)(.+)$/.exec(word) ?? [];
    const isApart = word === '-e' || word === '--env';
    if (isApart) at += 1;
    const pair = isApart ? words[at] : inside;
    if (pair === undefined) kept.push(word);
    else names.push(pair.replace(/=.*$/s, ''));
  }
  return { words: kept, names };
}

function listOf(name: string, list: readonly unknown[]): Readonly<Record<string, unknown>> {
  return list.length === 0 ? {} : { [name]: list };
}

/** Nobody types it: it may be a key that looks like no known form. */
const RANDOM = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}|[0-9a-f]{32,}/g;

/** Values by name: none of an environment variable or header is told at all. */
class Inputs {
  readonly #entry: CatalogEntry;

  constructor(entry: CatalogEntry) {
    this.#entry = entry;
  }

  /** What the launch takes without naming it. */
  bare(): readonly string[] {
    const { launch, needs } = this.#entry;
    const text = JSON.stringify(launch);
    return needs.flatMap(({ key }) => (/^\w+$/.test(key) && !text.includes(`:${key}}`) ? [key] : []));
  }

  /** A header or environment variable. */
  named(name: string): Readonly<Record<string, unknown>> {
    const need = this.#entry.needs.find(({ key }) => key === name);
    return { name, isRequired: need?.isRequired ?? true, isSecret: need?.isSecret ?? isSecretName(name) };
  }

  argument(word: string): Readonly<Record<string, unknown>> {
    const { text, variables } = this.#told(word);
    return { type: 'positional', value: text, ...variables };
  }

  address(url: string): { readonly url: string; readonly variables: Readonly<Record<string, unknown>> } {
    const { text, variables } = this.#told(url);
    return { url: text, variables };
  }

  /** A text with `{name}` for each of its variables, and for what looks like a key. */
  #told(text: string): { readonly text: string; readonly variables: Readonly<Record<string, unknown>> } {
    const variables = new Map<string, unknown>();
    const name = (key: string, isSecret: boolean): string => {
      variables.set(key, { isRequired: true, isSecret });
      return `{${key}}`;
    };
    const parts = segmentsOf(text).map(segment => {
      if (segment.type === 'variable') {
        const key = nameOf(segment.variable);
        return name(key, segment.variable.type !== 'surrounding' && isSecretName(key));
      }
      return segment.text.replaceAll(RANDOM, () => name(`value_${variables.size + 1}`, true));
    });
    return {
      text: parts.join(''),
      variables: variables.size === 0 ? {} : { variables: Object.fromEntries(variables) },
    };
  }
}

function nameOf({ name }: Variable): string {
  return name.replaceAll(/[{}]/g, '_');
}
