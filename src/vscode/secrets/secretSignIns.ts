import type * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import { Emitter } from '../../core/support/emitter';
import type { ServerId } from '../../shared/ids';
import type { SignInStore } from '../../node/oauth/signInRecord';

/** Apart from `switchyard/…`, where credentials stand: no `${env:…}` of a configuration names what is kept here. */
const PREFIX = 'switchyard-sign-in/';

/** Sign-ins in the operating system's secret store, shared by all windows. */
export class SecretSignIns implements SignInStore, vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #changed: Emitter<void>;
  readonly #watch: vscode.Disposable;

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#changed = new Emitter(error => log.error('A sign-in listener failed', { error: String(error) }));
    this.#watch = secrets.onDidChange(({ key }) => {
      if (key.startsWith(PREFIX)) this.#changed.fire();
    });
  }

  async servers(): Promise<ReadonlySet<string>> {
    const names = await this.#secrets.keys();
    return new Set(names.filter(name => name.startsWith(PREFIX)).map(name => name.slice(PREFIX.length)));
  }

  async read(server: ServerId): Promise<string | undefined> {
    return await this.#secrets.get(PREFIX + server);
  }

  async write(server: ServerId, text: string): Promise<void> {
    await this.#secrets.store(PREFIX + server, text);
  }

  async forget(server: ServerId): Promise<void> {
    await this.#secrets.delete(PREFIX + server);
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.#changed.event(listener);
  }

  dispose(): void {
    this.#watch.dispose();
  }
}
