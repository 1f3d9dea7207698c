import type { Catalog } from '../../core/catalog/catalog';
import type { CatalogEntry, CatalogProblem, CatalogSourceReading } from '../../core/catalog/entry/entry';
import { type ImportDifference, importDifferences } from '../../core/catalog/imports/importDifferences';
import {
  type AcceptedServer,
  type FoundServer,
  importedEntry,
  originKey,
} from '../../core/catalog/imports/importedServer';
import type { CatalogSource, CredentialStore, Surroundings } from '../../core/catalog/entry/ports';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import type { ServerId } from '../../shared/ids';
import { fileOwner } from '../machine/fileOwner';
import { type FileReading, readSmallFile } from '../catalog/smallFile';
import { WatchedFile } from '../catalog/watchedFile';
import { ImportedCredentials } from './importedCredentials';
import type { ImportPlace } from './importPlaces';
import type { ImportStore } from './importStore';
import type { ImportReading } from './readImport';

/** Everything that other tools' files have, and where was looked. Holds no secrets. */
export interface ImportFindings {
  /** Every file that was looked for, in order of precedence. */
  readonly files: readonly Pick<ImportReading, 'place' | 'state' | 'problems'>[];
  readonly differences: readonly ImportDifference[];
}

/** A person's yes and no. */
export interface ImportChoice {
  /** Counts from now on as its files have it. */
  readonly accept: readonly ImportDifference[];
  /** Counts no more. */
  readonly drop: readonly ImportDifference[];
}

/** What imported servers stand on. */
export interface ImportParts {
  readonly places: readonly ImportPlace[];
  readonly store: ImportStore;
  readonly surroundings: Surroundings;
  readonly log: Log;
}

/** Claude Code keeps its history in the file of its servers. */
const LARGEST_BYTES = 32 * 1_048_576;

/**
 * Servers from the files of other tools, those that a person took over. What was taken over counts until it is taken over anew;
 * only the values of its secrets are read from the file, and not before a start asks for one. Files that nobody took anything from
 * are read only by `find`. Nothing is ever written to any of them.
 */
export class ImportedServers implements CatalogSource, Disposable {
  readonly #parts: ImportParts;
  readonly #files = new Map<string, WatchedFile>();
  readonly #changed: Emitter<void>;
  readonly #differs: Emitter<readonly ImportDifference[]>;
  readonly #owned = new DisposableStore();
  readonly #watched = new Set<string>();
  #catalog: Pick<Catalog, 'find'> | undefined;
  /** By id, in order of precedence: what counts, where its secrets are, and which of them are there. */
  #inForce: ReadonlyMap<ServerId, InForce> = new Map();
  /** Differences that a person has heard of, or had before us when the program started. */
  #told: Set<string> | undefined;

  constructor(parts: ImportParts) {
    this.#parts = parts;
    const failed = (error: unknown): void =>
      parts.log.error('A listener of imports failed', { error: String(error) });
    this.#changed = new Emitter(failed);
    this.#differs = new Emitter(failed);
    this.#owned.add(parts.store.onDidChange(() => this.#changed.fire()));
  }

  /** Lets it know whose entries count, once there is a catalog. Before that, no secret of a file is given to anybody. */
  follow(catalog: Pick<Catalog, 'find'>): void {
    this.#catalog = catalog;
  }

  /** The servers that were taken over, as they were then. */
  async read(): Promise<CatalogSourceReading> {
    const { accepted, problems } = await this.#accepted();
    const paths = new Set(accepted.map(({ origin }) => origin.path));
    const places = this.#parts.places.filter(({ path }) => paths.has(path));
    const readings = await Promise.all(
      // By the watched file: it must know what was read last.
      places.map(async place => await this.#readingOf(place, await this.#fileAt(place.path).read())),
    );
    this.#watch(paths);
    const groups = formsOf(accepted);
    this.#inForce = inForceOf(groups, readings);
    this.#tell(readings, accepted);
    return {
      source: 'imported',
      entries: groups.map(form => entryOfForm(form, this.#ownerOf(form))),
      problems: [...problems, ...readings.flatMap(reading => reading.problems)],
    };
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  /** Hears when files have something else than what was taken over from them. */
  get onDidFindDifferences(): (listener: (news: readonly ImportDifference[]) => void) => Disposable {
    return this.#differs.event;
  }

  /** Looks into every place: what is new, changed, the same or gone. Takes nothing over. */
  async find(): Promise<ImportFindings> {
    const { accepted } = await this.#accepted();
    const readings = await this.#readAll(this.#parts.places);
    return {
      files: readings.map(({ place, state, problems }) => ({ place, state, problems })),
      differences: this.#differences(readings, accepted),
    };
  }

  /** Does what a person said yes and no to. @throws {Refusal} imports-unreadable */
  async takeOver({ accept, drop }: ImportChoice): Promise<void> {
    await this.#parts.store.change(now => {
      const next = new Map(now.map(server => [originKey(server.origin), server]));
      for (const { accepted, found } of drop) {
        for (const { origin } of [...accepted, ...found]) next.delete(originKey(origin));
      }
      for (const { found } of accept) for (const server of found) next.set(originKey(server.origin), server);
      return [...next.values()];
    });
    this.#changed.fire();
  }

  /** The host's own store, and behind it what stands in the files of servers that were taken over. */
  credentials(own: CredentialStore): CredentialStore {
    return new ImportedCredentials(own, this);
  }

  /** Whether the file of the entry that counts spells out this secret. */
  hasSecret(server: ServerId, key: string): boolean {
    return this.#counts(server) && (this.#inForce.get(server)?.keys.has(key) ?? false);
  }

  /** Names of the secrets that the file of the entry that counts spells out. */
  secretsOf(server: ServerId): readonly string[] {
    return this.#counts(server) ? [...(this.#inForce.get(server)?.keys ?? [])] : [];
  }

  /** The secret as it stands in the file now. */
  async secret(server: ServerId, key: string): Promise<string | undefined> {
    if (!this.hasSecret(server, key)) return undefined;
    for (const accepted of this.#inForce.get(server)?.servers ?? []) {
      const place = this.#parts.places.find(({ path }) => path === accepted.origin.path);
      const [reading] = place === undefined ? [] : await this.#readAll([place]);
      if (reading === undefined || !isFromSameFile(reading, accepted)) continue;
      const value = reading.secrets.get(originKey(accepted.origin))?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** An entry of the user's own may have the same id: what another file spells out is none of its business. */
  #counts(server: ServerId): boolean {
    return this.#catalog?.find(server)?.source === 'imported';
  }

  async #accepted(): Promise<{ accepted: readonly AcceptedServer[]; problems: readonly CatalogProblem[] }> {
    const { accepted, problems } = await this.#parts.store.load();
    const order = new Map(this.#parts.places.map(({ path }, at) => [path, at]));
    const place = ({ origin }: AcceptedServer): number => order.get(origin.path) ?? Infinity;
    // What was taken over in another workspace is none of this one.
    const here = accepted.filter(server => order.has(server.origin.path));
    return { accepted: here.toSorted((a, b) => place(a) - place(b)), problems };
  }

  async #readAll(places: readonly ImportPlace[]): Promise<readonly ImportReading[]> {
    return await Promise.all(
      places.map(async place => await this.#readingOf(place, await readSmallFile(place.path, LARGEST_BYTES))),
    );
  }

  async #readingOf(place: ImportPlace, file: FileReading): Promise<ImportReading> {
    // Loaded where there is something to read.
    const { readImport } = await import('./readImport');
    return await readImport(place, file, this.#parts.surroundings);
  }

  /** The workspace's where any of its files is, its env file among them: what a repository brings along counts as its word, whoever says it too. */
  #ownerOf(form: Form): 'user' | 'workspace' {
    const { workspaceFolder } = this.#parts.surroundings;
    const files = form.flatMap(server => [server.origin.path, envFileOf(server) ?? server.origin.path]);
    const owners = files.map(path => fileOwner(path, workspaceFolder));
    return owners.includes('workspace') ? 'workspace' : 'user';
  }

  #fileAt(path: string): WatchedFile {
    const file = this.#files.get(path) ?? new WatchedFile(path, LARGEST_BYTES);
    this.#files.set(path, file);
    return file;
  }

  #differences(
    readings: readonly ImportReading[],
    accepted: readonly AcceptedServer[],
  ): readonly ImportDifference[] {
    const whole = new Set(readings.filter(({ state }) => state !== 'broken').map(({ place }) => place.path));
    return importDifferences({
      found: readings.flatMap(({ found }) => found),
      accepted,
      wasRead: path => whole.has(path),
      isOwn: id => OWN.has(this.#catalog?.find(id)?.source ?? 'imported'),
    });
  }

  #watch(paths: ReadonlySet<string>): void {
    for (const path of paths) {
      if (this.#watched.has(path)) continue;
      this.#watched.add(path);
      this.#owned.add(this.#fileAt(path).onDidChange(() => this.#changed.fire()));
    }
  }

  #tell(readings: readonly ImportReading[], accepted: readonly AcceptedServer[]): void {
    const open = this.#differences(readings, accepted).filter(({ standing }) => standing !== 'same');
    // What nobody wanted before the start is not offered again at every start.
    this.#told ??= new Set(open.filter(({ standing }) => standing === 'new').map(differenceKey));
    const told = this.#told;
    const news = open.filter(difference => !told.has(differenceKey(difference)));
    for (const difference of news) told.add(differenceKey(difference));
    if (news.length > 0) this.#differs.fire(news);
  }
}

/** Sources that count before imports. */
const OWN: ReadonlySet<CatalogEntry['source']> = new Set(['settings', 'servers-file']);

/** Servers of one id and one form, in all the places where they were taken over. */
type Form = readonly [AcceptedServer, ...AcceptedServer[]];

/** Whether the variables still come from where they came from: an env file may have become a link to another one. */
function isFromSameFile({ found }: ImportReading, accepted: AcceptedServer): boolean {
  const now = found.find(({ origin }) => originKey(origin) === originKey(accepted.origin));
  return now === undefined || envFileOf(now) === envFileOf(accepted);
}

function envFileOf({ server: { launch } }: FoundServer): string | undefined {
  return launch.type === 'stdio' ? launch.envFile : undefined;
}

interface InForce {
  readonly servers: readonly AcceptedServer[];
  readonly keys: ReadonlySet<string>;
}

function formsOf(accepted: readonly AcceptedServer[]): readonly Form[] {
  const forms = new Map<string, [AcceptedServer, ...AcceptedServer[]]>();
  for (const server of accepted) {
    const key = `${server.server.id}\n${server.hash}`;
    const form = forms.get(key);
    if (form === undefined) forms.set(key, [server]);
    else form.push(server);
  }
  return [...forms.values()];
}

function entryOfForm(form: Form, owner: 'user' | 'workspace'): CatalogEntry {
  return importedEntry(
    form[0].server,
    form.map(({ origin }) => origin),
    owner,
  );
}

function inForceOf(
  forms: readonly Form[],
  readings: readonly ImportReading[],
): ReadonlyMap<ServerId, InForce> {
  const secrets = new Map(readings.flatMap(reading => [...reading.secrets]));
  const inForce = new Map<ServerId, InForce>();
  for (const servers of forms) {
    const { id } = servers[0].server;
    if (inForce.has(id)) continue;
    const keys = servers.flatMap(({ origin, server }) =>
      server.fileKeys.filter(key => secrets.get(originKey(origin))?.has(key)),
    );
    inForce.set(id, { servers, keys: new Set(keys) });
  }
  return inForce;
}

function differenceKey({ standing, found }: ImportDifference): string {
  return JSON.stringify([
    standing,
    found.map((server: FoundServer) => [originKey(server.origin), server.hash]),
  ]);
}
