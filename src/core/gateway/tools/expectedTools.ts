import type { ServerId } from '../../../shared/ids';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { exposedName } from '../../registry/exposedName';
import type { IndexedServer, IndexedTool, ToolIndex } from '../../registry/toolIndex';
import type { ToolRegistry } from '../../registry/toolRegistry';
import type { Sha256 } from '../../support/hash';

/** Such a list with the names that models will call. */
export interface ExpectedListing {
  readonly asOf: string;
  readonly tools: readonly (IndexedTool & { readonly exposedName: string })[];
}

/**
 * What servers that never ran here will probably list. It counts only for an entry of the shipped registry, and only until the
 * server itself said what it has: what it really lists always wins, also where that is nothing.
 */
export class ExpectedTools {
  readonly #index: ToolIndex;
  readonly #registry: Pick<ToolRegistry, 'hasTools'>;
  readonly #sha256: Sha256;
  #isSearched = false;

  constructor(index: ToolIndex, registry: Pick<ToolRegistry, 'hasTools'>, sha256: Sha256) {
    this.#index = index;
    this.#registry = registry;
    this.#sha256 = sha256;
  }

  of(entry: CatalogEntry): IndexedServer | undefined {
    if (entry.source !== 'registry' || this.#registry.hasTools(entry.id)) return undefined;
    return this.#index.servers().get(entry.id);
  }

  listing(entry: CatalogEntry): ExpectedListing | undefined {
    const server = this.of(entry);
    return (
      server && {
        asOf: server.asOf,
        tools: server.tools.map(tool => ({
          ...tool,
          exposedName: exposedName(entry.id, tool.name, this.#sha256),
        })),
      }
    );
  }

  /** The servers that a search has to take up: all of the index the first time, none after. */
  beforeSearch(): readonly ServerId[] {
    if (this.#isSearched) return [];
    this.#isSearched = true;
    return [...this.#index.servers().keys()];
  }

  /** What a search may quote of the entry; nothing before the first one, so that no start reads the index. */
  searchable(entry: CatalogEntry): readonly IndexedTool[] {
    return this.#isSearched ? (this.of(entry)?.tools ?? []) : [];
  }
}
