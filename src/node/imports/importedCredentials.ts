import type { CredentialHolder } from '../../core/catalog/entry/entry';
import type { CredentialStore } from '../../core/catalog/entry/ports';
import type { Disposable } from '../../core/support/disposable';
import type { ServerId } from '../../shared/ids';

/** Who finds a secret where it stands, in the file of another tool. */
export interface FileSecrets {
  hasSecret(server: ServerId, key: string): boolean;
  secret(server: ServerId, key: string): Promise<string | undefined>;
}

/**
 * A credential store that looks into the file an imported server comes from where nothing is stored. What a person entered counts
 * first. A file that changed is heard of through the catalog's source.
 */
export class ImportedCredentials implements CredentialStore {
  readonly #own: CredentialStore;
  readonly #files: FileSecrets;

  constructor(own: CredentialStore, files: FileSecrets) {
    this.#own = own;
    this.#files = files;
  }

  has(holder: CredentialHolder, key: string): boolean {
    return this.#files.hasSecret(holder.id, key) || this.#own.has(holder, key);
  }

  async value(holder: CredentialHolder, key: string): Promise<string | undefined> {
    if (!this.#files.hasSecret(holder.id, key)) return await this.#own.value(holder, key);
    let entered: string | undefined;
    try {
      entered = this.#own.has(holder, key) ? await this.#own.value(holder, key) : undefined;
    } catch {
      // A keyring that does not open: the file has the value all the same.
    }
    return entered ?? (await this.#files.secret(holder.id, key));
  }

  advice(holder: CredentialHolder): string | undefined {
    return this.#own.advice?.(holder);
  }

  onDidChange(listener: () => void): Disposable {
    return this.#own.onDidChange(listener);
  }
}
