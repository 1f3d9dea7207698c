import type { CatalogSourceReading } from '../../core/catalog/entry';
import type { CatalogSource } from '../../core/catalog/ports';
import type { Disposable } from '../../core/support/disposable';
import { type EntriesOrigin, readServerEntries } from './serverEntries';
import { WatchedFile } from './watchedFile';

/** Servers from a file in VS Code's `mcp.json` form, with our fields. A file that is not there has no servers. */
export class ServersFile implements CatalogSource {
  readonly #file: WatchedFile;
  readonly #from: EntriesOrigin;

  /** `owner`: whose word the file is. */
  constructor(path: string, owner: EntriesOrigin['owner']) {
    this.#file = new WatchedFile(path);
    this.#from = { source: 'servers-file', origin: path, owner };
  }

  async read(): Promise<CatalogSourceReading> {
    const reading = await this.#file.read();
    switch (reading.type) {
      case 'text':
        return readServerEntries(reading.text, this.#from);
      case 'absent':
        return { source: 'servers-file', entries: [], problems: [] };
      case 'unreadable':
        return {
          source: 'servers-file',
          entries: [],
          problems: [{ origin: this.#file.path, message: `The file can't be read. ${reading.why}` }],
        };
    }
  }

  /** Watches the file while anybody listens. */
  onDidChange(listener: () => void): Disposable {
    return this.#file.onDidChange(listener);
  }
}
