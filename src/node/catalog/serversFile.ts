import type { CatalogEntry, CatalogSourceReading } from '../../core/catalog/entry/entry';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import type { Disposable } from '../../core/support/disposable';
import type { EntriesOrigin } from './entriesOrigin';
import { readServerEntries } from './serverEntries';
import { WatchedFile } from './watchedFile';

/**
 * Servers from a file in VS Code's `mcp.json` form, with our fields. A file that is not there has no servers. What can't be read of
 * it stays as it was read before: people save in the middle of a thought, and programs in the middle of a file.
 */
export class ServersFile implements CatalogSource {
  readonly #file: WatchedFile;
  readonly #from: EntriesOrigin;
  #before: readonly CatalogEntry[] = [];
  #round = 0;

  /** `owner`: whose word the file is. */
  constructor(path: string, owner: EntriesOrigin['owner']) {
    this.#file = new WatchedFile(path);
    this.#from = { source: 'servers-file', origin: path, owner };
  }

  async read(): Promise<CatalogSourceReading> {
    const round = (this.#round += 1);
    const reading = await this.#reading();
    // A reading that was begun later is the newer one.
    if (round === this.#round) this.#before = reading.entries;
    return reading;
  }

  /** Watches the file while anybody listens. */
  onDidChange(listener: () => void): Disposable {
    return this.#file.onDidChange(listener);
  }

  async #reading(): Promise<CatalogSourceReading> {
    const reading = await this.#file.read();
    switch (reading.type) {
      case 'text':
        return readServerEntries(reading.text, this.#from, this.#before);
      case 'absent':
        return { source: 'servers-file', entries: [], problems: [] };
      case 'unreadable': {
        const stays = this.#before.length === 0 ? '' : ' Its servers stay as they were read before.';
        const message = `The file can't be read. ${reading.why}${stays}`;
        return {
          source: 'servers-file',
          entries: this.#before,
          problems: [{ origin: this.#file.path, message }],
        };
      }
    }
  }
}
