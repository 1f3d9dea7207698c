import type { CredentialHolder } from '../../src/core/catalog/entry/entry';
import type { CatalogEntry, CatalogSourceReading, EntrySource } from '../../src/core/catalog/entry/entry';
import type {
  CatalogSource,
  CredentialStore,
  Programs,
  ProgramSearch,
  SignIns,
  Surroundings,
  Switches,
} from '../../src/core/catalog/entry/ports';
import { type Disposable, disposable } from '../../src/core/support/disposable';
import { type ServerId, serverId } from '../../src/shared/ids';

/** The branded id of a name that a test knows to be good. */
export function idOf(name: string): ServerId {
  const id = serverId(name);
  if (id === undefined) throw new Error(`"${name}" is no server id`);
  return id;
}

/** An entry with nothing special about it, except what the test says. */
export function entryOf(name: string, facts: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    id: idOf(name),
    displayName: name,
    description: `The ${name} server`,
    category: 'dev-tools',
    tags: [],
    source: 'settings',
    owner: 'user',
    origin: 'settings',
    launch: stdio('npx', [name]),
    needs: [],
    requires: [],
    isolation: 'shared',
    disabledBy: null,
    isVerified: true,
    allowedTools: [],
    requireApproval: 'never',
    ...facts,
  };
}

/** A stdio launch, as a configuration says it. */
export function stdio(
  command: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  return { type: 'stdio', command, args, env } as const;
}

/** An HTTP launch, as a configuration says it. */
export function http(url: string, headers: Readonly<Record<string, string>> = {}) {
  return { type: 'http', url, headers } as const;
}

/** A secret that is needed before the start. */
export function secret(key: string) {
  return { key, isSecret: true, isRequired: true } as const;
}

/** Surroundings of a Linux user with these variables. */
export function surroundingsOf(
  facts: Partial<Omit<Surroundings, 'variable'>> & { readonly variables?: Readonly<Record<string, string>> },
): Surroundings {
  const variables = new Map(Object.entries(facts.variables ?? {}));
  return {
    workspaceFolder: facts.workspaceFolder,
    userHome: facts.userHome ?? '/home/ann',
    pathSeparator: facts.pathSeparator ?? '/',
    credentialAdvice: facts.credentialAdvice ?? 'The user can enter it.',
    variable: name => variables.get(name),
  };
}

/** A keyring in memory. `isLocked` makes it throw, as a real one does. */
export class MemoryCredentials implements CredentialStore {
  isLocked = false;
  readonly #values = new Map<string, string>();
  readonly #listeners = new Set<() => void>();

  set(server: string, key: string, value: string): this {
    this.#values.set(`${server}/${key}`, value);
    for (const listener of this.#listeners) listener();
    return this;
  }

  forget(server: string, key: string): void {
    this.#values.delete(`${server}/${key}`);
    for (const listener of this.#listeners) listener();
  }

  has({ id }: CredentialHolder, key: string): boolean {
    if (this.isLocked) throw new Error('keyring locked');
    return this.#values.has(`${id}/${key}`);
  }

  value({ id }: CredentialHolder, key: string): Promise<string | undefined> {
    if (this.isLocked) return Promise.reject(new Error('keyring locked'));
    return Promise.resolve(this.#values.get(`${id}/${key}`));
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }
}

/** A machine on which programs come and go. */
export class MemoryPrograms implements Programs {
  /** How often somebody looked for one. */
  looks = 0;
  readonly #commands: Set<string>;

  constructor(...commands: readonly string[]) {
    this.#commands = new Set(commands);
  }

  install(command: string): void {
    this.#commands.add(command);
  }

  remove(command: string): void {
    this.#commands.delete(command);
  }

  find(command: string): ProgramSearch {
    this.looks++;
    return this.#commands.has(command) ? { path: `/usr/bin/${command}` } : { searched: ['/usr/bin', '/bin'] };
  }
}

/** A machine with these programs and no others. */
export function programsOf(...commands: readonly string[]): Programs {
  return new MemoryPrograms(...commands);
}

/** A source whose entries the test sets. */
export class MemorySource implements CatalogSource {
  readonly #source: EntrySource;
  readonly #listeners = new Set<() => void>();
  #reading: CatalogSourceReading;
  /** Makes the next readings fail. */
  failure: Error | undefined;

  constructor(source: EntrySource, ...entries: readonly CatalogEntry[]) {
    this.#source = source;
    this.#reading = { source, entries: entries.map(entry => ({ ...entry, source })), problems: [] };
  }

  read(): Promise<CatalogSourceReading> {
    return this.failure === undefined ? Promise.resolve(this.#reading) : Promise.reject(this.failure);
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  change(entries: readonly CatalogEntry[], problems: CatalogSourceReading['problems'] = []): void {
    this.#reading = {
      source: this.#source,
      entries: entries.map(entry => ({ ...entry, source: this.#source })),
      problems,
    };
    for (const listener of this.#listeners) listener();
  }
}

/** What people switched, as the test says. */
export class MemorySwitches implements Switches {
  readonly advice = 'Only the user can switch it on again.';
  readonly #states = new Map<string, ReturnType<Switches['of']>>();
  readonly #listeners = new Set<() => void>();

  set(server: string, isOn: boolean | undefined, by: 'user' | 'workspace' = 'user'): void {
    this.#states.set(server, isOn === undefined ? undefined : { isOn, by });
    for (const listener of this.#listeners) listener();
  }

  of(server: ServerId): ReturnType<Switches['of']> {
    return this.#states.get(server);
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }
}

/** Who is signed in, as the test says. */
export class MemorySignIns implements SignIns {
  readonly needed = new Set<string>();
  readonly #signedIn = new Set<string>();
  readonly #listeners = new Set<() => void>();

  signIn(server: string): void {
    this.needed.delete(server);
    this.#signedIn.add(server);
    for (const listener of this.#listeners) listener();
  }

  isNeeded({ id, signsIn }: Pick<CatalogEntry, 'id' | 'signsIn'>): boolean {
    return this.needed.has(id) || (signsIn === true && !this.#signedIn.has(id));
  }

  advice(server: ServerId): string {
    return `The user can sign in to ${server}.`;
  }

  onDidChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }
}
