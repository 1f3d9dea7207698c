import type * as vscode from 'vscode';
import type { CredentialStore } from '../core/catalog/ports';
import { Emitter } from '../core/support/emitter';
import type { Log } from '../core/support/log';
import type { ServerId } from '../shared/ids';

/** Credentials in the operating system's secret store, under `switchyard/<server>/<KEY>` (catalog.md). */
export class SecretCredentials implements CredentialStore, vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;
  readonly #changed: Emitter<void>;
  readonly #watch: vscode.Disposable;
  #names: ReadonlySet<string> = new Set();
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
  has(server: ServerId, key: string): boolean {
    if (this.#isLocked) {
      // Nothing tells of a keyring that was unlocked: whoever asks again makes us look again.
      if (!this.#isLooking) void this.#lookAgain(); // Never rejects: a locked keyring is a state.
      throw new Error('The secret store can not be read.');
    }
    return this.#names.has(nameOf(server, key));
  }

  async value(server: ServerId, key: string): Promise<string | undefined> {
    return await this.#secrets.get(nameOf(server, key));
  }

  async store(server: ServerId, key: string, value: string): Promise<void> {
    await this.#secrets.store(nameOf(server, key), value);
    await this.#readNames();
  }

  async forget(server: ServerId, key: string): Promise<void> {
    await this.#secrets.delete(nameOf(server, key));
    await this.#readNames();
  }

  /** Names of what is stored for a server. */
  keysOf(server: ServerId): readonly string[] {
    const start = nameOf(server, '');
    return [...this.#names].filter(name => name.startsWith(start)).map(name => name.slice(start.length));
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.#changed.event(listener);
  }

  dispose(): void {
    this.#watch.dispose();
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
      this.#isLocked = false;
    } catch {
      // A keyring that does not open is a state of the machine, told by the readiness of who needs it.
      if (!this.#isLocked) this.#log.warn('The secret store can not be read');
      this.#isLocked = true;
    }
  }
}

function nameOf(server: ServerId, key: string): string {
  return `switchyard/${server}/${key}`;
}
