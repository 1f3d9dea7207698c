import type { CatalogProblem } from '../../core/catalog/entry/entry';
import { credentialTag } from '../../core/catalog/launch/credentialTag';
import { type CredentialHolder, isStrangers } from '../../core/catalog/entry/entry';
import type { CredentialStore } from '../../core/catalog/entry/ports';
import { isPlaceholder } from '../../core/catalog/entry/placeholder';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Disposable } from '../../core/support/disposable';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import { sha256 } from '../machine/randomness';
import { propertiesOf, readJson } from './jsonTree';
import { CURRENT_OWNER, type FileOwner, objectionTo } from './privateFile';
import { WatchedFile } from './watchedFile';

const WAYS = 'The user can set it as an environment variable, or in credentials.json in the state folder';

/**
 * Credentials for a host without a keyring: a file `{"<server>": {"<KEY>": "value"}}` that only its owner may read. What stands under
 * a server's name is for the registry's or the user's own entry of that name; a repository's entry gets what stands under
 * `<server>@<tag>` (`credentialTag`) only. Values are never logged, and no message quotes one.
 */
export class CredentialFile implements CredentialStore, Disposable {
  readonly #file: WatchedFile;
  readonly #owner: FileOwner;
  readonly #changed: Emitter<void>;
  readonly #watch: Disposable;
  #values: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /** Servers of which something stands under a tag. */
  #tagged: ReadonlySet<string> = new Set();
  #problems: readonly CatalogProblem[] = [];

  private constructor(path: string, log: Log, owner: FileOwner) {
    this.#file = new WatchedFile(path);
    this.#owner = owner;
    this.#changed = new Emitter(error => log.error('A credential listener failed', { error: String(error) }));
    this.#watch = this.#file.onDidChange(() => void this.#reload()); // Never rejects: what goes wrong becomes a problem.
  }

  /** Opens the file and follows its changes. A file that is not there holds nothing. */
  static async open(path: string, log: Log, owner: FileOwner = CURRENT_OWNER): Promise<CredentialFile> {
    const file = new CredentialFile(path, log, owner);
    await file.#read();
    return file;
  }

  has(holder: CredentialHolder, key: string): boolean {
    return this.#find(holder, key) !== undefined;
  }

  value(holder: CredentialHolder, key: string): Promise<string | undefined> {
    return Promise.resolve(this.#find(holder, key));
  }

  advice(holder: CredentialHolder): string | undefined {
    const wrong = this.#wrongFor(holder);
    if (!isStrangers(holder)) return wrong && `${WAYS}.${wrong}`;
    const who = holder.owner === 'workspace' ? 'A file of the repository' : 'A server of an MCP registry';
    return (
      `${who} asks for it, so it gets no key that was given to another server of this name. ` +
      `${WAYS} under "${taggedName(holder)}".${wrong ?? ''}`
    );
  }

  /** What is wrong with the whole file, or with what stands there for this server: what is there may seem to be given. */
  #wrongFor(holder: CredentialHolder): string | undefined {
    const own = `"${isStrangers(holder) ? taggedName(holder) : holder.id}"`;
    const wrong = this.#problems.find(({ message }) => !message.startsWith('"') || message.startsWith(own));
    return wrong && ` ${wrong.origin}: ${wrong.message}`;
  }

  onDidChange(listener: () => void): Disposable {
    return this.#changed.event(listener);
  }

  /** What is wrong with the file, names only. */
  problems(): readonly CatalogProblem[] {
    return this.#problems;
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #find(holder: CredentialHolder, key: string): string | undefined {
    const byName = isStrangers(holder) ? undefined : this.#values.get(holder.id)?.get(key);
    // Working out a tag takes a hash, and thousands of entries are asked about at each look.
    if (byName !== undefined || !this.#tagged.has(holder.id)) return byName;
    return this.#values.get(taggedName(holder))?.get(key);
  }

  async #reload(): Promise<void> {
    await this.#read();
    this.#changed.fire();
  }

  async #read(): Promise<void> {
    const problems: CatalogProblem[] = [];
    const problem = (message: string): number => problems.push({ origin: this.#file.path, message });
    const values = new Map<string, Map<string, string>>();
    const reading = await this.#file.read();
    if (reading.type === 'unreadable') problem(`The credentials can't be read. ${reading.why}`);
    if (reading.type === 'text') {
      const objection = objectionTo(this.#file.path, reading, this.#owner);
      if (objection === undefined) readValues(reading.text, values, problem);
      else problem(`The credentials are not used: ${objection}`);
    }
    this.#values = values;
    this.#tagged = new Set([...values.keys()].flatMap(name => /^(.+)@/.exec(name)?.[1] ?? []));
    this.#problems = problems;
  }
}

/** The name under which an entry's own credentials stand, whoever else is called so. */
export function taggedName(holder: CredentialHolder): string {
  return `${holder.id}@${credentialTag(holder, sha256)}`;
}

function readValues(
  text: string,
  values: Map<string, Map<string, string>>,
  problem: (message: string) => void,
): void {
  const json = readJson(text);
  if (json.type === 'error') {
    problem(
      `Syntax error at line ${json.place.line}, column ${json.place.column}: ${json.what}. No credential is used.`,
    );
    return;
  }
  if (json.type === 'empty') return;
  if (json.root.type !== 'object') {
    problem('Write { "server": { "KEY": "value" } }. No credential is used.');
    return;
  }
  for (const server of propertiesOf(json.root)) {
    if (server.value.type !== 'object')
      problem(`"${oneLine(server.name, 64)}" must be an object of keys and texts.`);
    const own = values.get(server.name) ?? new Map<string, string>();
    for (const { name, value } of propertiesOf(server.value)) {
      const credential: unknown = value.value;
      const label = `"${oneLine(server.name, 64)}": ${oneLine(name, 64)}`;
      if (value.type !== 'string' || typeof credential !== 'string') problem(`${label} must be a text.`);
      else if (isPlaceholder(credential))
        problem(`${label} is blank or a placeholder: it counts as missing.`);
      else own.set(name, credential);
    }
    values.set(server.name, own);
  }
}
