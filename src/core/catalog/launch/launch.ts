import { canonicalJson } from '../../support/json';
import { Refusal } from '../../support/refusal';
import type { CatalogEntry, OAuthClient, ResolvedLaunch } from '../entry/entry';
import {
  type LaunchPlan,
  type Piece,
  type LaunchWorld,
  type MissingCredential,
  type PlannedPart,
  planLaunch,
} from './launchPlan';
import { folderOf } from './launchFolder';
import { type LaunchPackage, packageOf } from './launchPackage';
import { runnerOf } from './packageRunner';
import { isPlaceholder } from '../entry/placeholder';
import { escapeUnseen } from '../entry/plainText';
import { credentialAdvice, missingMessage } from './readiness';
import { isSecretName } from '../entry/secretNames';
import { runsWorkspaceCode } from './workspaceCode';

/** A launch in which every secret is replaced by the name it comes from: what is shown, hashed and approved. */
export type ShownLaunch = ResolvedLaunch;

/** What is started, together with what the user approves: made in one go, so that nothing changes between the two. */
export type PreparedLaunch = ResolvedLaunch & {
  readonly shown: ShownLaunch;
  /** It runs a program or script of the workspace, whoever wrote the entry. */
  readonly runsWorkspaceCode?: true;
  /** It takes variables from a file outside of the workspace. */
  readonly readsOutside?: true;
};

/**
 * Replaces every variable and adds the credentials the server asks for, and nothing else of the process's environment.
 * `learnSecret` hears of each value that is not shown, so that it can be masked elsewhere.
 * @throws {Refusal} missing-credentials: names, never values. @throws {Refusal} not-startable for a built-in module.
 */
export async function resolveLaunch(
  entry: CatalogEntry,
  world: LaunchWorld,
  learnSecret: (secret: string) => void,
): Promise<PreparedLaunch> {
  if (entry.launch.type === 'native') {
    throw new Refusal('not-startable', `"${entry.id}" is built in and needs no start. Activate it instead.`);
  }
  const plan = planLaunch(entry, world);
  if (plan.missing.length > 0) throw refusal(entry, plan.missing, plan.isStoreLocked, world);
  const stored = await storedValues(entry, world, plan);
  for (const secret of plan.parts.flatMap(part => secretsIn(part, stored))) learnSecret(secret);
  const { launch: template } = entry;
  const assemble = (write: (part: Written) => string) => assembled(template, plan, write);
  const launch = assemble(({ pieces, isBearer }) => {
    const text = pieces.map(piece => textOf(piece, stored)).join('');
    return isBearer ? withScheme(text) : text;
  });
  const shown = assemble(({ pieces }) =>
    pieces
      .map(piece => {
        if (piece.type === 'known') return piece.shown;
        return piece.isSecret ? piece.spelling : textOf(piece, stored);
      })
      .join(''),
  );
  if (launch.type === 'http')
    return { ...launch, shown: shown.type === 'http' ? { ...shown, url: maskedAddress(shown.url) } : shown };
  const folder = folderOf(entry, launch, world.surroundings.workspaceFolder);
  const started = { ...launch, ...folder };
  const isTheirs = runsWorkspaceCode(started, world.surroundings.workspaceFolder);
  const readsOutside = launch.envFile !== undefined && !isBelowFolder(launch.envFile, world.surroundings);
  return {
    ...started,
    shown: { ...shown, ...folder },
    ...(isTheirs ? { runsWorkspaceCode: true } : {}),
    ...(readsOutside ? { readsOutside: true } : {}),
  };
}

/**
 * The whole launch in words for the approval dialog: nothing is cut, nothing is invisible, secrets stand by name.
 * Arguments are shown as they are: what could be hidden in them could not be judged.
 * A server that nobody could check is called so. `approved`: the package that was approved before, where one was.
 */
export function launchText(
  entry: CatalogEntry,
  { shown }: Pick<PreparedLaunch, 'shown'>,
  words: LaunchWords = ENGLISH,
  approved?: LaunchPackage,
): string {
  return [
    ...launchLines(shown, words),
    ...packageLines(entry, shown, words, approved),
    ...(entry.isVerified ? [] : [words.unverified]),
  ].join('\n');
}

/** The words between the parts of a launch, in the language of whoever is asked about it. */
export interface LaunchWords {
  readonly headers: string;
  readonly signIn: string;
  readonly variables: string;
  readonly unverified: string;
  envFile(path: string): string;
  folder(path: string): string;
  /** For a server that is started apart from the workspace. */
  readonly ownFolder: string;
  /** For a package runner that is started in a folder its entry says. */
  readonly codeInFolder: string;
  /** `from`: its registry, e.g. `npm`. */
  package(from: string, name: string): string;
  version(version: string): string;
  readonly noExactVersion: string;
  /** For a package of which another version was approved before. */
  update(from: string, to: string): string;
  publisher(name: string): string;
}

/**
 * The text to hash for an approval: changes with the command, arguments, folder, address, names of variables and headers, and
 * every value that is no secret, and where a repository takes the place of the user or of us. A new value of a secret leaves it as it is.
 */
export function launchFingerprint(
  { id, owner }: Pick<CatalogEntry, 'id' | 'owner'>,
  { shown }: Pick<PreparedLaunch, 'shown'>,
): string {
  const whose = owner === 'shipped' || owner === 'user' ? {} : { owner };
  return canonicalJson({ v: 1, server: id, launch: shown, ...whose });
}

/** Names that vanish from a registry can be taken by others. */
export const UNVERIFIED = 'Not verified: no one has confirmed that this is what its name claims.';

const ENGLISH: LaunchWords = {
  headers: 'with headers',
  signIn: 'with the sign-in',
  variables: 'with variables',
  unverified: UNVERIFIED,
  envFile: path => `with the variables of the file ${path}`,
  folder: path => `in folder ${path}`,
  ownFolder: 'in a Switchyard folder outside the workspace',
  codeInFolder:
    'A package runner loads settings and programs from its working directory, so code there may run.',
  package: (from, name) => `${from} package ${name}`,
  version: version => `version ${version}`,
  noExactVersion: 'no exact version: the code may change without asking you',
  update: (from, to) => `Update from ${from} to ${to}`,
  publisher: name => `publisher: ${name}`,
};

/** What is fetched and run, in which version, and who publishes it, where our registry says that. */
function packageLines(
  entry: CatalogEntry,
  shown: ShownLaunch,
  words: LaunchWords,
  approved: LaunchPackage | undefined,
): readonly string[] {
  const found = packageOf(shown);
  const isKnown = entry.source === 'registry' || entry.source === 'mcp-registry';
  const { publisher } = isKnown ? entry : { publisher: undefined };
  const line = [
    ...(found === undefined ? [] : [words.package(found.from, visible(found.name))]),
    ...(found?.version === undefined ? [] : [words.version(visible(found.version))]),
    ...(publisher === undefined ? [] : [words.publisher(visible(publisher))]),
  ].join(', ');
  return [
    ...updateLines(found, words, approved),
    ...(line === '' ? [] : [line]),
    ...(found === undefined || found.isExact ? [] : [words.noExactVersion]),
    ...(runnerOf(shown) !== undefined && 'cwd' in shown ? [words.codeInFolder] : []),
  ];
}

function updateLines(
  found: LaunchPackage | undefined,
  words: LaunchWords,
  approved: LaunchPackage | undefined,
): readonly string[] {
  if (found?.version === undefined || approved?.version === undefined) return [];
  const isSamePackage = found.from === approved.from && found.name === approved.name;
  if (!isSamePackage || found.version === approved.version) return [];
  return [words.update(visible(approved.version), visible(found.version))];
}

function launchLines(shown: ShownLaunch, words: LaunchWords): readonly string[] {
  if (shown.type === 'http') {
    const headers = Object.entries(shown.headers).map(
      ([name, value]) => `  ${visible(name)}: ${visible(value)}`,
    );
    return [
      visible(shown.url),
      ...(headers.length > 0 ? [words.headers, ...headers] : []),
      ...(shown.oauth === undefined ? [] : [words.signIn, ...oauthLines(shown.oauth)]),
    ];
  }
  const variables = Object.entries(shown.env).map(([name, value]) => `  ${visible(name)}=${visible(value)}`);
  return [
    [shown.command, ...shown.args].map(visible).join(' '),
    ...(shown.cwd === undefined ? [] : [words.folder(visible(shown.cwd))]),
    ...(shown.startsIn === undefined ? [] : [words.ownFolder]),
    ...(variables.length > 0 ? [words.variables, ...variables] : []),
    ...(shown.envFile === undefined ? [] : [words.envFile(visible(shown.envFile))]),
  ];
}

function oauthLines(client: OAuthClient): readonly string[] {
  const facts = Object.entries({ ...client, scopes: client.scopes?.join(' ') });
  return facts.flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name}: ${visible(String(value))}`],
  );
}

async function storedValues(
  entry: CatalogEntry,
  world: LaunchWorld,
  plan: LaunchPlan,
): Promise<ReadonlyMap<string, string>> {
  const pieces = plan.parts.flatMap(part => part.pieces ?? []).filter(piece => piece.type === 'stored');
  const wanted = new Map(pieces.map(piece => [piece.key, piece.isSecret]));
  const headers = new Map(plan.parts.flatMap(referringHeaders));
  const values = new Map<string, string>();
  const missing: MissingCredential[] = [];
  let isLocked = false;
  const fetchValue = async (key: string, isSecret: boolean): Promise<void> => {
    let value: string | undefined;
    try {
      value = await world.credentials.value(entry, key);
    } catch {
      // As in the plan: a keyring that does not open leaves the value missing. Its error may quote what it holds.
      isLocked = true;
    }
    const header = headers.get(key);
    if (value === undefined || isPlaceholder(value))
      missing.push({ key, kind: 'value', isSecret, ...(header === undefined ? {} : { header }) });
    else values.set(key, value);
  };
  await Promise.all([...wanted].map(([key, isSecret]) => fetchValue(key, isSecret)));
  if (missing.length > 0) throw refusal(entry, missing, isLocked, world);
  return values;
}

/** Whether a file, links followed, lies in the folder as it is named: a folder that was opened by a link counts as another one. */
function isBelowFolder(
  path: string,
  { workspaceFolder, pathSeparator }: LaunchWorld['surroundings'],
): boolean {
  return workspaceFolder !== undefined && path.startsWith(`${workspaceFolder}${pathSeparator}`);
}

/** The values in a part that its shown form leaves out, and the secrets that it spells out in a place that shows them. */
function secretsIn(
  { place, name, pieces }: PlannedPart,
  stored: ReadonlyMap<string, string>,
): readonly string[] {
  const all = pieces ?? [];
  const hidden = all.flatMap(piece => {
    if (piece.type === 'known') return piece.text === piece.shown ? [] : [piece.text];
    return piece.isSecret ? [textOf(piece, stored)] : [];
  });
  const text = all.map(piece => textOf(piece, stored)).join('');
  if (place === 'args' && isSecretName(name)) hidden.push(text.replace(/^--?[\w-]+=/, ''));
  if (place === 'url') hidden.push(...[...text.matchAll(URL_SECRET)].flatMap(secretOfUrl));
  return hidden;
}

/** A password before the host, or a query parameter with its value. */
const URL_SECRET = /^[a-z]+:\/\/[^/?#@:]*:([^/?#@]*)@|[?&]([^=&#?]+)=([^&#]*)/gi;

function secretOfUrl([, password, name = '', value = '']: RegExpExecArray): readonly string[] {
  if (password !== undefined) return [password];
  return isSecretName(name) ? [value] : [];
}

/** The secrets that a header refers to by `secret_key`, each with the header. */
function referringHeaders({ place, name, pieces }: PlannedPart): readonly (readonly [string, string])[] {
  if (place !== 'headers') return [];
  return (pieces ?? []).flatMap(piece =>
    piece.type === 'stored' && piece.spelling === `\${secret:${piece.key}}`
      ? [[piece.key, name] as const]
      : [],
  );
}

function refusal(
  entry: CatalogEntry,
  missing: readonly MissingCredential[],
  isStoreLocked: boolean,
  world: LaunchWorld,
): Refusal {
  return new Refusal(
    'missing-credentials',
    missingMessage(entry, missing, isStoreLocked, credentialAdvice(entry, world)),
    {
      server: entry.id,
      missing: missing.map(({ key }) => key),
    },
  );
}

/** A part that is not left out. */
type Written = PlannedPart & { readonly pieces: readonly Piece[] };

function textOf(piece: Piece, stored: ReadonlyMap<string, string>): string {
  return piece.type === 'known' ? piece.text : (stored.get(piece.key) ?? '');
}

/** `Bearer` in front of a bare token. What has a scheme, such as `Basic …`, has a space after it. */
function withScheme(value: string): string {
  return /\s/.test(value.trim()) ? value : `Bearer ${value.trim()}`;
}

function assembled(
  template: CatalogEntry['launch'],
  plan: LaunchPlan,
  write: (part: Written) => string,
): ResolvedLaunch {
  const written = plan.parts.flatMap(part => {
    const { place, name, pieces } = part;
    return pieces === null ? [] : [{ place, name, text: write({ ...part, pieces }) }];
  });
  const textsAt = (place: PlannedPart['place']) =>
    written.filter(part => part.place === place).map(part => part.text);
  // Object.fromEntries defines properties, so a variable or header called __proto__ is one like any other.
  const recordAt = (place: PlannedPart['place']) =>
    Object.fromEntries(written.filter(part => part.place === place).map(({ name, text }) => [name, text]));
  const [url] = textsAt('url');
  if (url !== undefined && template.type === 'http') {
    const { speaks, oauth } = template;
    return {
      type: 'http',
      url,
      headers: recordAt('headers'),
      ...(speaks === undefined ? {} : { speaks }),
      ...(oauth === undefined ? {} : { oauth: oauthOf(oauth, recordAt('oauth')) }),
    };
  }
  const [command = ''] = textsAt('command');
  const [cwd] = textsAt('cwd');
  return {
    type: 'stdio',
    command,
    args: textsAt('args'),
    env: recordAt('env'),
    ...(cwd === undefined ? {} : { cwd }),
    ...(template.type === 'stdio' && template.envFile !== undefined ? { envFile: template.envFile } : {}),
  };
}

/** The client with the texts that were planned, under the names that they have there. */
function oauthOf(
  { clientId: _id, clientSecret: _secret, ...rest }: OAuthClient,
  texts: Readonly<Record<string, string>>,
): OAuthClient {
  const { 'oauth.clientId': clientId, 'oauth.clientSecret': clientSecret } = texts;
  return {
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...rest,
  };
}

/** Hides a password before the host, and the values of query parameters that usually hold a secret. */
export function maskedAddress(address: string): string {
  return address
    .replace(/^([a-z]+:\/\/[^/?#@:]*):[^/?#@]*@/i, '$1:(hidden)@')
    .replaceAll(/([?&])([^=&#?]+)=([^&#]*)/g, (all, before: string, name: string, value: string) =>
      isSecretName(name) && !value.includes('${') ? `${before}${name}=(hidden)` : all,
    );
}

/** A word as it is, anything else in quotes, so that the borders between arguments can be seen. */
function visible(text: string): string {
  return /^[\w@%+=:,./?&#~${}()-]+$/.test(text) ? text : escapeUnseen(JSON.stringify(text));
}
