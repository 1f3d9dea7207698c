import type { CatalogEntry } from '../entry/entry';
import { type LaunchPlan, type LaunchWorld, type MissingCredential, planLaunch } from './launchPlan';
import { oneLine } from '../entry/plainText';
import type { SignIns } from '../entry/ports';

/** What readiness is judged by: what a launch is resolved against, and who is signed in. */
export interface ReadinessWorld extends LaunchWorld {
  readonly signIns: Pick<SignIns, 'isNeeded' | 'advice'>;
}

/** What a sign-in is called where missing keys are named. */
/** Stands among what is missing where a person has to sign in. */
export const SIGN_IN: MissingCredential = { key: 'sign-in', kind: 'sign-in', isSecret: false };

/**
 * How ready an entry is, exactly one of these states; `active` belongs to a session and is the gateway's to add.
 * `message` says what is in the way and what to do next.
 */
export type Readiness =
  | { readonly status: 'available' }
  | {
      readonly status: 'missing-credentials';
      /** Names of what is missing; `missing` says more of each. */
      readonly keys: readonly string[];
      readonly missing: readonly MissingCredential[];
      /** The store of credentials could not say what it holds. */
      readonly isStoreLocked: boolean;
      readonly message: string;
    }
  | { readonly status: 'disabled'; readonly by: 'user' | 'workspace' | 'policy'; readonly message: string };

/** The readiness of an entry as things stand now. Asks for names of credentials only, never for a value of the store. */
export function readinessOf(entry: CatalogEntry, world: ReadinessWorld): Readiness {
  if (entry.disabledBy !== null) {
    return { status: 'disabled', by: entry.disabledBy, message: disabledMessage(entry, entry.disabledBy) };
  }
  const plan = planLaunch(entry, world);
  const { missing, isStoreLocked } = plan;
  const needsSignIn = world.signIns.isNeeded(entry) && !bringsKey(plan);
  if (missing.length === 0 && !needsSignIn) return { status: 'available' };
  const advice = credentialAdvice(entry, world);
  const sentences = missing.length === 0 ? [] : [missingMessage(entry, missing, isStoreLocked, advice)];
  const keys = needsSignIn ? keysInstead(entry, missing) : [];
  if (needsSignIn) sentences.push(signInMessage(entry, keys, world));
  const all = [...missing, ...keys, ...(needsSignIn ? [SIGN_IN] : [])];
  return {
    status: 'missing-credentials',
    keys: all.map(({ key }) => key),
    missing: all,
    isStoreLocked,
    message: sentences.join(' '),
  };
}

/** How the user hands over a key to this entry. One sentence. */
export function credentialAdvice(entry: CatalogEntry, { credentials, surroundings }: LaunchWorld): string {
  return credentials.advice?.(entry) ?? surroundings.credentialAdvice;
}

/** Whether the launch brings an authorization of its own: then no sign-in is sent beside it. */
function bringsKey({ parts }: LaunchPlan): boolean {
  return parts.some(
    ({ place, name, pieces }) =>
      place === 'headers' && name.toLowerCase() === 'authorization' && pieces !== null,
  );
}

/** Keys that would spare the user the sign-in. */
function keysInstead(
  entry: CatalogEntry,
  missing: readonly MissingCredential[],
): readonly MissingCredential[] {
  const named = new Set(missing.map(({ key }) => key));
  return entry.needs
    .filter(({ key, isRequired }) => !isRequired && !named.has(key))
    .map(({ key, isSecret }) => ({ key, kind: 'value', isSecret }));
}

function signInMessage(
  entry: CatalogEntry,
  keys: readonly MissingCredential[],
  world: ReadinessWorld,
): string {
  const url = entry.launch.type === 'http' ? entry.launch.url : '';
  const sentence = `"${entry.id}" needs a sign-in in the browser. ${world.signIns.advice(entry.id, url)}`;
  if (keys.length === 0) return sentence;
  const names = keys.map(({ key }) => oneLine(key, 64)).join(', ');
  return `${sentence} ${names} works instead. ${credentialAdvice(entry, world)}`;
}

/** What is missing and how to mend it, in words for a person or a model. Names only. */
export function missingMessage(
  entry: CatalogEntry,
  missing: readonly MissingCredential[],
  isStoreLocked: boolean,
  advice: string,
): string {
  const sentences: string[] = [];
  const named = (kind: MissingCredential['kind']): string =>
    missing
      .filter(credential => credential.kind === kind)
      .map(({ key }) => oneLine(key, 64))
      .join(', ');

  for (const { key, header } of missing) {
    if (header !== undefined) {
      sentences.push(
        `No API key configured for MCP tool "${entry.id}" header "${oneLine(header, 64)}" (secret_key ${oneLine(key, 64)}).`,
      );
    }
  }
  const values = named('value');
  if (values !== '') {
    sentences.push(`Missing ${values}.`);
    sentences.push(
      isStoreLocked
        ? "The credential store is locked or can't be read: unlock the keyring, then try again."
        : advice,
    );
    // Only our own data may put an address into a sentence of ours.
    if (entry.source === 'registry' && entry.homepage !== undefined)
      sentences.push(`Where to get it: ${entry.homepage}`);
  }
  const texts = named('text');
  if (texts !== '') {
    sentences.push(`Replace the placeholder of ${texts} in ${oneLine(entry.origin, 200)}.`);
  }
  if (mayBeMeant(entry, missing)) {
    sentences.push('If the value is intended, the user can add "allow_placeholders": true to the entry.');
  }
  const [shells] = missing.filter(({ isShells }) => isShells);
  if (shells !== undefined && isUsers(entry)) {
    const name = oneLine(shells.key, 64);
    sentences.push(
      `To let a shell expand \${${name}}, write it with two dollars in the entry: $\${${name}}.`,
    );
  }
  if (named('folder') !== '') {
    sentences.push(`Open a folder: "${entry.id}" needs an open folder (workspaceFolder).`);
  }
  return sentences.join(' ');
}

/** Whether something is missing only since it looks like a placeholder, in an entry that can say that it is none. */
export function mayBeMeant(
  entry: Pick<CatalogEntry, 'source'>,
  missing: readonly MissingCredential[],
): boolean {
  return isUsers(entry) && missing.some(each => each.isPlaceholder);
}

/** Whether people wrote the entry in our words. */
function isUsers({ source }: Pick<CatalogEntry, 'source'>): boolean {
  return source === 'settings' || source === 'servers-file';
}

function disabledMessage(entry: CatalogEntry, by: 'user' | 'workspace' | 'policy'): string {
  const remedy =
    entry.disabledAdvice ?? `Only the user can enable it again, in ${oneLine(entry.origin, 200)}.`;
  const reason = entry.disabledReason === undefined ? '' : ` ${oneLine(entry.disabledReason, 200)}`;
  switch (by) {
    case 'user':
      return `"${entry.id}" is switched off by the user.${reason} ${remedy}`;
    case 'workspace':
      return `"${entry.id}" is switched off for this workspace.${reason} ${remedy}`;
    case 'policy':
      return `"${entry.id}" is not offered.${reason} Call mcp_discover to find another server for the job.`;
  }
}
