import { canonicalJson } from '../support/json';
import { Refusal } from '../support/refusal';
import type { CatalogEntry, ResolvedLaunch } from './entry';
import {
  type LaunchPlan,
  type LaunchWorld,
  type MissingCredential,
  type PlannedPart,
  planLaunch,
} from './launchPlan';
import { isPlaceholder } from './placeholder';
import { escapeUnseen } from './plainText';
import { missingMessage } from './readiness';
import { isSecretName } from './secretNames';

/** A launch in which every secret is replaced by the name it comes from: what is shown, hashed and approved. */
export type ShownLaunch = ResolvedLaunch;

/** What is started, together with what the user approves: made in one go, so that nothing changes between the two. */
export type PreparedLaunch = ResolvedLaunch & { readonly shown: ShownLaunch };

/**
 * Replaces every variable and adds the credentials the server asks for, and nothing else of the process's environment.
 * @throws {Refusal} missing-credentials: names, never values. @throws {Refusal} not-startable for a built-in module.
 */
export async function resolveLaunch(entry: CatalogEntry, world: LaunchWorld): Promise<PreparedLaunch> {
  if (entry.launch.type === 'native') {
    throw new Refusal('not-startable', `"${entry.id}" is built in: activate it, there is nothing to start.`);
  }
  const plan = planLaunch(entry, world);
  if (plan.missing.length > 0) throw refusal(entry, plan.missing, plan.isStoreLocked, world);
  const stored = await storedValues(entry, world, plan);
  // Where nothing is said, a server works where the user works, not where the host happens to have been started.
  const folder = world.surroundings.workspaceFolder;
  const speaks = entry.launch.type === 'http' ? entry.launch.speaks : undefined;
  const assemble = (write: (piece: Written) => string) => {
    const whole = assembled(plan, folder, write);
    return whole.type === 'http' && speaks !== undefined ? { ...whole, speaks } : whole;
  };
  const launch = assemble(piece => (piece.type === 'known' ? piece.text : (stored.get(piece.key) ?? '')));
  const shown = assemble(piece => {
    if (piece.type === 'known') return piece.shown;
    return piece.isSecret ? piece.spelling : (stored.get(piece.key) ?? '');
  });
  return { ...launch, shown: launch.type === 'http' ? { ...shown, ...maskedUrl(shown) } : shown };
}

/**
 * The whole launch in words for the approval dialog: nothing is cut, nothing is invisible, secrets stand by name.
 * Arguments are shown as they are: what could be hidden in them could not be judged.
 * A server that nobody could check is called so.
 */
export function launchText(entry: CatalogEntry, { shown }: Pick<PreparedLaunch, 'shown'>): string {
  return [...launchLines(shown), ...(entry.isVerified ? [] : [UNVERIFIED])].join('\n');
}

/**
 * The text to hash for an approval: changes with the command, arguments, folder, address, names of variables and headers, and
 * every value that is no secret. A new value of a secret leaves it as it is.
 */
export function launchFingerprint(entry: CatalogEntry, { shown }: Pick<PreparedLaunch, 'shown'>): string {
  return canonicalJson({ v: 1, server: entry.id, launch: shown });
}

/** Names that vanish from a registry can be taken by others (catalog.md, Sources). */
const UNVERIFIED = 'Not verified: nobody checked that this is what its name says.';

function launchLines(shown: ShownLaunch): readonly string[] {
  if (shown.type === 'http') {
    const headers = Object.entries(shown.headers).map(
      ([name, value]) => `  ${visible(name)}: ${visible(value)}`,
    );
    return [visible(shown.url), ...(headers.length > 0 ? ['with headers', ...headers] : [])];
  }
  const variables = Object.entries(shown.env).map(([name, value]) => `  ${visible(name)}=${visible(value)}`);
  return [
    [shown.command, ...shown.args].map(visible).join(' '),
    ...(shown.cwd === undefined ? [] : [`in folder ${visible(shown.cwd)}`]),
    ...(variables.length > 0 ? ['with variables', ...variables] : []),
  ];
}

async function storedValues(
  entry: CatalogEntry,
  world: LaunchWorld,
  plan: LaunchPlan,
): Promise<ReadonlyMap<string, string>> {
  const pieces = plan.parts.flatMap(part => part.pieces ?? []).filter(piece => piece.type === 'stored');
  const wanted = new Map(pieces.map(piece => [piece.key, piece.isSecret]));
  const values = new Map<string, string>();
  const missing: MissingCredential[] = [];
  let isLocked = false;
  const fetchValue = async (key: string, isSecret: boolean): Promise<void> => {
    let value: string | undefined;
    try {
      value = await world.credentials.value(entry.id, key);
    } catch {
      // As in the plan: a keyring that does not open leaves the value missing. Its error may quote what it holds.
      isLocked = true;
    }
    if (value === undefined || isPlaceholder(value)) missing.push({ key, kind: 'value', isSecret });
    else values.set(key, value);
  };
  await Promise.all([...wanted].map(([key, isSecret]) => fetchValue(key, isSecret)));
  if (missing.length > 0) throw refusal(entry, missing, isLocked, world);
  return values;
}

function refusal(
  entry: CatalogEntry,
  missing: readonly MissingCredential[],
  isStoreLocked: boolean,
  world: LaunchWorld,
): Refusal {
  return new Refusal(
    'missing-credentials',
    missingMessage(entry, missing, isStoreLocked, world.surroundings.credentialAdvice),
    {
      server: entry.id,
      missing: missing.map(({ key }) => key),
    },
  );
}

type Written = Exclude<PlannedPart['pieces'], null>[number];

function assembled(
  plan: LaunchPlan,
  folder: string | undefined,
  write: (piece: Written) => string,
): ResolvedLaunch {
  const written = plan.parts.flatMap(({ place, name, pieces }) =>
    pieces === null ? [] : [{ place, name, text: pieces.map(write).join('') }],
  );
  const textsAt = (place: PlannedPart['place']) =>
    written.filter(part => part.place === place).map(part => part.text);
  // Object.fromEntries defines properties, so a variable or header called __proto__ is one like any other.
  const recordAt = (place: PlannedPart['place']) =>
    Object.fromEntries(written.filter(part => part.place === place).map(({ name, text }) => [name, text]));
  const [url] = textsAt('url');
  if (url !== undefined) return { type: 'http', url, headers: recordAt('headers') };
  const [command = ''] = textsAt('command');
  const [cwd = folder] = textsAt('cwd');
  return {
    type: 'stdio',
    command,
    args: textsAt('args'),
    env: recordAt('env'),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** Hides a password before the host, and the values of query parameters that usually hold a secret. */
function maskedUrl(shown: ShownLaunch): { readonly url?: string } {
  if (shown.type !== 'http') return {};
  const url = shown.url
    .replace(/^([a-z]+:\/\/[^/?#@:]*):[^/?#@]*@/i, '$1:(hidden)@')
    .replaceAll(/([?&])([^=&#?]+)=([^&#]*)/g, (all, before: string, name: string, value: string) =>
      isSecretName(name) && !value.includes('${') ? `${before}${name}=(hidden)` : all,
    );
  return { url };
}

/** A word as it is, anything else in quotes, so that the borders between arguments can be seen. */
function visible(text: string): string {
  return /^[\w@%+=:,./?&#~${}()-]+$/.test(text) ? text : escapeUnseen(JSON.stringify(text));
}
