import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { newToken } from '../../node/machine/randomness';
import type { OwnRegistry } from '../../node/mcpRegistry/ownRegistry';
import { numberSetting } from '../settings/setting';

const SETTING = 'switchyard.mcpRegistry.servePort';
/** Lasting: the address stands in a setting of whoever reads the registry. */
const TOKEN_KEY = 'switchyard/own-registry';

interface DoorParts {
  readonly secrets: vscode.SecretStorage;
  readonly log: Log;
  readonly entries: () => readonly CatalogEntry[];
}

/** Serves the user's own servers as an MCP registry while a setting names a port. Of several windows, the first one has the port. */
export class OwnRegistryDoor implements vscode.Disposable {
  readonly #parts: DoorParts;
  readonly #watch: vscode.Disposable;
  /** One step after the other. */
  #serving: Promise<OwnRegistry | undefined> = Promise.resolve(undefined);

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#watch = vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration(SETTING)) this.#follow();
    });
    this.#follow();
  }

  /** Where the registry is, in whichever window it is served; undefined where it is off. */
  async address(): Promise<string | undefined> {
    const port = numberSetting('mcpRegistry.servePort');
    return port === 0 ? undefined : `http://127.0.0.1:${port}/${await this.#token()}`;
  }

  dispose(): void {
    this.#watch.dispose();
    void this.#serving.then(async served => await served?.close()); // Neither rejects.
  }

  #follow(): void {
    this.#serving = this.#serving.then(async before => {
      await before?.close();
      return await this.#open();
    });
  }

  /** Never rejects: nobody waits for it. */
  async #open(): Promise<OwnRegistry | undefined> {
    const port = numberSetting('mcpRegistry.servePort');
    if (port === 0) return undefined;
    const { log, entries } = this.#parts;
    try {
      const { serveOwnRegistry } = await import('../../node/mcpRegistry/ownRegistry');
      const served = await serveOwnRegistry({ port, token: await this.#token(), entries });
      log.info('Your servers are served as an MCP registry', { port });
      return served;
    } catch (error) {
      const isTaken = Refusal.is(error, 'port-taken');
      log.warn('Your servers are not served as an MCP registry from this window', {
        port,
        why: isTaken ? 'The port is taken, perhaps by another window' : String(error),
      });
      return undefined;
    }
  }

  async #token(): Promise<string> {
    const { secrets } = this.#parts;
    const kept = await secrets.get(TOKEN_KEY);
    if (kept !== undefined) return kept;
    const token = newToken();
    await secrets.store(TOKEN_KEY, token);
    return token;
  }
}
