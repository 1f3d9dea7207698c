import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  CatalogEntry,
  CatalogSourceReading,
  CredentialNeed,
  LaunchTemplate,
} from '../../core/catalog/entry/entry';
import { ORIGINS } from '../../core/catalog/entry/origins';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import { segmentsOf } from '../../core/catalog/entry/variables';
import { isRecord } from '../../core/support/json';
import { type Disposable, disposable } from '../../core/support/disposable';
import { serverId } from '../../shared/ids';
import type { RegistryRow } from './registryRow';

/** The servers that Switchyard ships knowledge of: read on first use, the same ever after. */
export class ShippedRegistry implements CatalogSource {
  readonly #file: string;
  readonly #platform: NodeJS.Platform;
  #reading: Promise<CatalogSourceReading> | undefined;

  /** @param data the folder of what ships with us */
  constructor(data: string, platform: NodeJS.Platform = process.platform) {
    this.#file = join(data, 'servers.json');
    this.#platform = platform;
  }

  read(): Promise<CatalogSourceReading> {
    this.#reading ??= this.#load();
    return this.#reading;
  }

  onDidChange(): Disposable {
    return disposable(() => undefined);
  }

  async #load(): Promise<CatalogSourceReading> {
    try {
      const rows = rowsOf(JSON.parse(await readFile(this.#file, 'utf8')));
      const entries = rows.flatMap(row => registryEntry(row, this.#platform));
      return { source: 'registry', entries, problems: [] };
    } catch {
      // Our own file: either the folder was not brought along, or it was changed.
      const message = "The registry that ships with Switchyard can't be read. Install Switchyard again.";
      return { source: 'registry', entries: [], problems: [{ origin: this.#file, message }] };
    }
  }
}

/** The rows of the file. What ships is checked when it is built (`registryData.test.ts`): every start would pay for it again. */
function rowsOf(file: unknown): readonly RegistryRow[] {
  if (!isRecord(file) || file['schemaVersion'] !== 1) throw new Error('It is of another version.');
  return file['servers'] as readonly RegistryRow[]; // As the test holds it.
}

/** The catalog entry of a registry row: none where its id could not be one. */
export function registryEntry(row: RegistryRow, platform: NodeJS.Platform): readonly CatalogEntry[] {
  const id = serverId(row.id);
  if (id === undefined) return [];
  const launch = launchOf(row);
  const reason = reasonAgainst(row, platform);
  const note = noteOf(row);
  return [
    {
      id,
      displayName: row.displayName,
      description: row.description,
      category: row.category,
      tags: row.tags,
      source: 'registry',
      owner: 'shipped',
      origin: ORIGINS.shipped,
      launch,
      needs: needsOf(row, launch),
      ...(row.transport === 'http' && row.auth.kind === 'oauth' ? { signsIn: true } : {}),
      requires: row.requires,
      isolation: 'shared',
      disabledBy: reason === undefined ? null : 'policy',
      ...(reason === undefined ? {} : { disabledReason: reason }),
      isVerified: row.verified,
      publisher: row.publisher,
      homepage: row.homepage,
      ...(note === undefined ? {} : { note }),
      allowedTools: [],
      requireApproval: 'never',
    },
  ];
}

function launchOf(row: RegistryRow): LaunchTemplate {
  if (row.transport === 'http') {
    const headers = (row.auth.headers ?? []).map(({ name, value }) => [name, value]);
    return { type: 'http', url: row.url, headers: Object.fromEntries(headers) };
  }
  const defaults = row.optionalEnv.flatMap(need =>
    need.default === undefined ? [] : [[need.key, need.default]],
  );
  return { type: 'stdio', command: row.command, args: row.args, env: Object.fromEntries(defaults) };
}

function needsOf(row: RegistryRow, launch: LaunchTemplate): readonly CredentialNeed[] {
  const texts =
    launch.type === 'stdio' ? launch.args : launch.type === 'http' ? Object.values(launch.headers) : [];
  const named = texts
    .flatMap(segmentsOf)
    .flatMap(segment => (segment.type === 'variable' ? [segment.variable] : []));
  const inputs = named.filter(variable => variable.type === 'input');
  // An address has no environment: what no header names belongs to the row's alternative.
  const optional = row.optionalEnv.filter(
    ({ key }) => launch.type === 'stdio' || named.some(({ name }) => name === key),
  );
  return [
    ...row.requiredEnv.map(({ key, secret }) => ({ key, isSecret: secret, isRequired: true })),
    // A program's own browser sign-in is of no use where it runs without a person: there, the key is no choice.
    ...optional.map(({ key, secret }) => ({
      key,
      isSecret: secret,
      isRequired: row.auth.kind === 'oauth' && launch.type === 'stdio',
    })),
    ...inputs.map(({ name }) => ({ key: name, isSecret: false, isRequired: true })),
  ];
}

/** Why a row is listed but can't be used; undefined where it can. */
function reasonAgainst(row: RegistryRow, platform: NodeJS.Platform): string | undefined {
  if (row.status === 'unavailable' || row.status === 'deprecated') {
    return [row.note ?? `Its publisher calls it ${row.status}.`, ...insteadOf(row)].join(' ');
  }
  if (row.platforms !== undefined && !row.platforms.some(known => known === platform)) {
    return `It runs on ${row.platforms.map(known => PLATFORM_NAMES[known]).join(' and ')} only.`;
  }
  return undefined;
}

const PLATFORM_NAMES = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' } as const;

function insteadOf({ instead }: RegistryRow): readonly string[] {
  return instead === undefined ? [] : [`Use ${instead.join(' or ')} instead.`];
}

function noteOf(row: RegistryRow): string | undefined {
  const notes = [
    ...(row.auth.kind === 'cli-login' ? ['Uses the login of its own command line.'] : []),
    ...(row.status === 'archived' ? ['Archived: its publisher no longer works on it.'] : []),
    ...(row.note === undefined ? [] : [row.note]),
    ...insteadOf(row),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}
