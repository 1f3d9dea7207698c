import type { CatalogEntry, CredentialNeed } from '../../core/catalog/entry/entry';
import type { ImportedServer } from '../../core/catalog/imports/importedServer';
import { splitSecrets } from '../../core/catalog/imports/importSecrets';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { inOurWords } from '../catalog/otherWords';
import { entryOf, launchOf } from '../catalog/entryOf';
import { type InputShape, serverShape } from '../catalog/serverShape';
import { sha256 } from '../machine/randomness';
import type { EnvFile } from './envFile';
import { compact, type Raw, recordOf } from './dialect';
import { importedId } from './importedId';

/** A server in our words, with the secrets that stand in its file beside it. */
export interface ReadServer {
  readonly server: ImportedServer;
  /** By the names in `fileKeys`. Never keep or log this. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** What is wrong with a server, as the end of a sentence that begins with its name, and where in it. Quotes no value. */
export interface ServerFault {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** What else is known of a server where it stands. */
export interface ServerFacts {
  readonly name: string;
  /** Whose word the file is. */
  readonly owner: 'user' | 'workspace';
  readonly inputs: ReadonlyMap<string, InputShape>;
  /** Variables from a file beside the configuration: all of them are secrets to us. */
  readonly envFile?: EnvFile;
}

/** Checks a server in our words and takes its secrets out. */
export function readServer(translated: Raw, facts: ServerFacts): ReadServer | readonly ServerFault[] {
  const id = importedId(facts.name);
  if (id === undefined) return [{ message: 'nothing of this name can be used as a name here.', path: [] }];
  const { words, clientSecret } = withoutClientSecret(commonWords(translated));
  const parsed = serverShape.safeParse(words);
  if (!parsed.success) {
    return parsed.error.issues.map(issue => {
      const path = issue.path.map(part => (typeof part === 'symbol' ? String(part) : part));
      const field = oneLine(path.join('.'), 100) || 'the entry';
      return { message: `${field} is wrong: ${issue.message.replace(/^Invalid input: /, '')}.`, path };
    });
  }
  const launch = launchOf(parsed.data);
  if (typeof launch === 'string') return [{ message: launch, path: [] }];
  const from = { source: 'imported', origin: '', owner: facts.owner } as const;
  const entry = entryOf(parsed.data, withEnvFile(launch, facts.envFile), from, facts.inputs, id);
  const split = splitSecrets(entry.launch, facts.owner === 'workspace' ? tagOf : undefined);
  const secrets = new Map([...(facts.envFile?.variables ?? []), ...clientSecret, ...split.secrets]);
  return { server: serverOf(entry, split.launch, [...secrets.keys()], facts.name), secrets };
}

/** Tells texts apart that look like keys: too little of their hash to say what they are. */
function tagOf(secret: string): string {
  return sha256(secret).slice(0, 16);
}

function serverOf(
  entry: CatalogEntry,
  launch: CatalogEntry['launch'],
  fileKeys: readonly string[],
  name: string,
): ImportedServer {
  const known = new Set(entry.needs.map(({ key }) => key));
  const needs: readonly CredentialNeed[] = fileKeys
    .filter(key => !known.has(key))
    .map(key => ({ key, isSecret: true, isRequired: true }));
  return {
    id: entry.id,
    displayName: oneLine(name, 100),
    description: entry.description,
    launch,
    needs: [...entry.needs, ...needs],
    disabledBy: entry.disabledBy,
    allowedTools: entry.allowedTools,
    ...(entry.excludedTools === undefined ? {} : { excludedTools: entry.excludedTools }),
    requireApproval: entry.requireApproval,
    ...(entry.callTimeoutMs === undefined ? {} : { callTimeoutMs: entry.callTimeoutMs }),
    ...(entry.startTimeoutMs === undefined ? {} : { startTimeoutMs: entry.startTimeoutMs }),
    ...(entry.allowsPlaceholders === undefined ? {} : { allowsPlaceholders: entry.allowsPlaceholders }),
    ...(entry.isolation === 'shared' ? {} : { isolation: entry.isolation }),
    ...(entry.requires.length === 0 ? {} : { requires: entry.requires }),
    ...(entry.tags.length === 0 ? {} : { tags: entry.tags }),
    fileKeys,
  };
}

/** What several tools say in words of their own. */
function commonWords(server: Raw): Raw {
  const words = inOurWords(server);
  return compact({ ...words, cwd: folderOf(words['cwd']), oauth: oauthOf(server) });
}

/**
 * The client that people sign in with: Cursor says it in "auth", which says something else in other tools, Codex with its rights
 * beside it, and opencode says false where nobody is to sign in.
 */
function oauthOf({ oauth, auth, scopes }: Raw): unknown {
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, scopes: rights } = recordOf(auth);
  if (oauth === undefined && typeof clientId === 'string')
    return compact({ clientId, clientSecret, scopes: rights });
  if (!isRecord(oauth) && oauth !== undefined) return typeof oauth === 'boolean' ? undefined : oauth;
  const said = compact({
    clientId: oauth?.['client_id'],
    clientSecret: oauth?.['client_secret'],
    scopes: oauth?.['scope'] ?? scopes,
  });
  return oauth === undefined && scopes === undefined ? undefined : { ...said, ...oauth };
}

const CLIENT_SECRET = 'oauth.clientSecret';

/** Other tools let it stand in their files: there it stays, and is read like any other key. */
function withoutClientSecret(server: Raw): {
  readonly words: Raw;
  readonly clientSecret: readonly (readonly [string, string])[];
} {
  const oauth = recordOf(server['oauth']);
  const secret = oauth['clientSecret'];
  if (typeof secret !== 'string' || secret.includes('${')) return { words: server, clientSecret: [] };
  const named = { ...oauth, clientSecret: `\${input:${CLIENT_SECRET}}` };
  return { words: { ...server, oauth: named }, clientSecret: [[CLIENT_SECRET, secret]] };
}

/** A folder without a root is one of the workspace: there the other tool would have started. */
function folderOf(cwd: unknown): unknown {
  if (typeof cwd !== 'string' || cwd.trim() === '' || /^(?:[/\\$]|[A-Za-z]:)/.test(cwd)) return cwd;
  if (/^~(?:[/\\]|$)/.test(cwd)) return `\${userHome}${cwd.slice(1)}`;
  return `\${workspaceFolder}\${/}${cwd.replace(/^\.[/\\]/, '')}`;
}

function withEnvFile(launch: CatalogEntry['launch'], file: EnvFile | undefined): CatalogEntry['launch'] {
  if (launch.type !== 'stdio' || file === undefined) return launch;
  const named = Object.fromEntries([...file.variables.keys()].map(key => [key, `\${input:${key}}`]));
  return {
    ...launch,
    env: { ...named, ...recordOf(launch.env) } as Readonly<Record<string, string>>,
    envFile: file.path,
  };
}
