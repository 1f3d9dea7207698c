import type * as vscode from 'vscode';
import { credentialTag } from '../../core/catalog/launch/credentialTag';
import { type CredentialHolder, isStrangers } from '../../core/catalog/entry/entry';
import type { CredentialStore } from '../../core/catalog/entry/ports';
import { Emitter } from '../../core/support/emitter';
import type { Log } from '../../core/support/log';
import { sha256 } from '../../node/machine/randomness';
import { type ServerId, serverId } from '../../shared/ids';

/**
 * Credentials in the operating system's secret store, under `switchyard/<server>/<KEY>@<tag>`: the tag says which launch each was
 * given for. Those of older versions, without a tag, are for entries of the registry and of the user.
 */
export class SecretCredentials implements CredentialStore, vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #changed: Emitter<void>;
  readonly #watch: vscode.Disposable;
  #names: ReadonlySet<string> = new Set();
  /** The same without their tags. */
  #known: ReadonlySet<string> = new Set();
  #isLocked = false;
  #isLooking = false;

  private constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
    this.#changed = new Emitter(error => log.error('A credential listener failed', { error: String(error) }));
    // Fires for other windows' changes too.
    this.#watch = secrets.onDidChange(() => void this.#readNames().then(() => this.#changed.fire()));
  }

  static async open(secrets: vscode.SecretStorage, log: Log): Promise<SecretCredentials> {
    const credentials = new SecretCredentials(secrets, log);
    await credentials.#readNames();
    return credentials;
  }

  /** @throws when the keyring is locked: the catalog says so */
  has(holder: CredentialHolder, key: string): boolean {
    if (this.#isLocked) {
      // Nothing tells of a keyring that was unlocked: whoever asks again makes us look again.
      if (!this.#isLooking) void this.#lookAgain(); // Never rejects: a locked keyring is a state.
      throw new Error('The secret store cannot be read.');
    }
    return this.#nameFor(holder, key) !== undefined;
  }

  async value(holder: CredentialHolder, key: string): Promise<string | undefined> {
    const name = this.#nameFor(holder, key);
    return name === undefined ? undefined : await this.#secrets.get(name);
  }

  /** Keeps a value for exactly this launch, in the place of one that it had. */
  async store(holder: CredentialHolder, key: string, value: string): Promise<void> {
    await this.#secrets.store(`${nameOf(holder.id, key)}@${credentialTag(holder, sha256)}`, value);
    if (!isStrangers(holder)) await this.#secrets.delete(nameOf(holder.id, key));
    await this.#readNames();
  }

  /** Forgets all values of this key that are stored under the server's name, whichever launch each was for. */
  async forget(server: ServerId, key: string): Promise<void> {
    for (const name of this.#names)
      if (untagged(name) === nameOf(server, key)) await this.#secrets.delete(name);
    await this.#readNames();
  }

  /** Names of what is stored for this launch. */
  keysOf(holder: CredentialHolder): readonly string[] {
    return this.keysUnder(holder.id).filter(key => this.#nameFor(holder, key) !== undefined);
  }

  /** Every name of a server that something is stored under, also of one that is in the catalog no more. */
  servers(): readonly ServerId[] {
    const names = [...this.#names].flatMap(name => /^switchyard\/([^/]+)\//.exec(name)?.[1] ?? []);
    return [...new Set(names)].flatMap(name => serverId(name) ?? []).toSorted();
  }

  /** Names of all that is stored under a server's name, for whichever launch. */
  keysUnder(server: ServerId): readonly string[] {
    const start = nameOf(server, '');
    const names = [...this.#names].filter(name => name.startsWith(start)).map(untagged);
    return [...new Set(names.map(name => name.slice(start.length)))];
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.#changed.event(listener);
  }

  dispose(): void {
    this.#watch.dispose();
  }

  /** Where the value for this launch stands; undefined where there is none. */
  #nameFor(holder: CredentialHolder, key: string): string | undefined {
    const name = nameOf(holder.id, key);
    // Thousands of entries are asked about at each look: a hash only where something stands under the name.
    if (!this.#known.has(name)) return undefined;
    const tagged = `${name}@${credentialTag(holder, sha256)}`;
    if (this.#names.has(tagged)) return tagged;
    return !isStrangers(holder) && this.#names.has(name) ? name : undefined;
  }

  /** Looks once more, and tells who listens when the store can be read. */
  async #lookAgain(): Promise<void> {
    this.#isLooking = true;
    await this.#readNames();
    this.#isLooking = false;
    if (!this.#isLocked) this.#changed.fire();
  }

  async #readNames(): Promise<void> {
    try {
      this.#names = new Set(await this.#secrets.keys());
      this.#known = new Set([...this.#names].map(untagged));
      this.#isLocked = false;
    } catch {
      // A keyring that does not open is a state of the machine, told by the readiness of who needs it.
      if (!this.#isLocked) this.#log.warn('The secret store cannot be read');
      this.#isLocked = true;
    }
  }
}

function untagged(name: string): string {
  return name.replace(/@[^@/]*$/, '');
}

function nameOf(server: ServerId, key: string): string {
  return `switchyard/${server}/${key}`;
}
