import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import { withVersion } from '../../catalog/launch/launchPackage';
import { launchWithoutKeys } from '../../catalog/launch/launchWithoutKeys';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { oneLine } from '../../catalog/entry/plainText';
import type { Journal } from '../../journal/journal';
import { knownTools } from '../../registry/knownTools';
import type { LeftOutTool, ToolDefinition } from '../../registry/tool';
import type { ToolChanges, ToolRegistry } from '../../registry/toolRegistry';
import type { Sha256 } from '../../support/hash';
import { canonicalJson } from '../../support/json';
import type { Log } from '../../support/log';
import { Refusal } from '../../support/refusal';
import type { ToolTrust } from '../../trust/toolTrust';

/** Characters of a version that are shown. */
const MAX_VERSION = 40;

/** What a server told when it was listed. */
export interface Listing {
  readonly serverName: string;
  readonly serverVersion: string;
  readonly tools: readonly ToolDefinition[];
}

/** What else is known of a listing. */
interface StoredWith {
  /** That of its package that runs: an older one than the entry's where a person did not want that. */
  readonly version?: string | undefined;
  /** What was not taken of it. */
  readonly leftOut?: readonly LeftOutTool[] | undefined;
}

/** Keeps the registry's lists over restarts: what a server listed last is shown before it runs again. */
export class ToolCache {
  readonly #catalog: Pick<Catalog, 'entries' | 'find' | 'toolsChanged'>;
  readonly #registry: ToolRegistry;
  readonly #journal: Journal;
  readonly #sha256: Sha256;
  readonly #log: Log;
  readonly #trust: Pick<ToolTrust, 'listed'>;
  /** By which launch, as a hash, the tools were listed that the registry has of a server. */
  readonly #launches = new Map<ServerId, string>();

  constructor(
    catalog: Pick<Catalog, 'entries' | 'find' | 'toolsChanged'>,
    registry: ToolRegistry,
    journal: Journal,
    sha256: Sha256,
    log: Log,
    trust: Pick<ToolTrust, 'listed'>,
  ) {
    this.#catalog = catalog;
    this.#registry = registry;
    this.#journal = journal;
    this.#sha256 = sha256;
    this.#log = log;
    this.#trust = trust;
  }

  /**
   * Puts what is remembered of the catalog's servers into the registry, where nothing fresher stands. What another launch listed goes:
   * also where the server wasn't running when its entry changed.
   */
  recall(): void {
    for (const [server, launchHash] of this.#launches) {
      const entry = this.#catalog.find(server);
      if (entry !== undefined && this.#launchHash(entry) === launchHash) continue;
      this.#launches.delete(server);
      this.#registry.forget(server);
    }
    const known = this.#journal.read(knownTools);
    for (const entry of this.#catalog.entries()) {
      const remembered = known.get(entry.id);
      if (!remembered || remembered.launchHash !== this.#launchHash(entry)) continue;
      if (this.#registry.hasTools(entry.id)) continue;
      this.#registry.setServerTools(
        entry.id,
        oneLine(remembered.serverVersion, MAX_VERSION),
        remembered.tools,
      );
      this.#launches.set(entry.id, remembered.launchHash);
      this.#catalog.toolsChanged(entry.id);
    }
  }

  /**
   * Takes over a fresh listing. A journal that can't be written costs the memory, not the tools.
   */
  async store(
    entry: CatalogEntry,
    listing: Listing,
    { version, leftOut }: StoredWith = {},
  ): Promise<ToolChanges> {
    const changes = this.#registry.setServerTools(
      entry.id,
      oneLine(listing.serverVersion, MAX_VERSION),
      listing.tools,
      leftOut,
    );
    const launchHash = this.#launchHash(entry);
    this.#launches.set(entry.id, launchHash);
    // Begun together, both are recorded in one transaction.
    const trusted = this.#trust.listed(
      entry.id,
      this.#launchHash(inVersion(entry, version)),
      this.#registry.serverTools(entry.id),
    );
    await Promise.all([trusted, this.#remember(entry.id, launchHash, listing)]);
    this.#catalog.toolsChanged(entry.id);
    return changes;
  }

  async #remember(server: ServerId, launchHash: string, listing: Listing): Promise<void> {
    const before = this.#journal.read(knownTools).get(server);
    const isSame =
      before !== undefined &&
      before.launchHash === launchHash &&
      before.serverVersion === listing.serverVersion &&
      canonicalJson(before.tools) === canonicalJson(listing.tools);
    if (isSame) return;
    try {
      await this.#journal.commit(knownTools, { verb: 'remember', server, launchHash, ...listing });
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      this.#log.warn('The tools of a server could not be remembered', { server, code: error.code });
    }
  }

  /**
   * The launch as configured: the listing of another command is not this server's. A new key is no other launch: nobody is asked
   * about it, so no tool is trusted anew for it.
   */
  #launchHash({ launch }: Pick<CatalogEntry, 'launch'>): string {
    return this.#sha256(canonicalJson(launchWithoutKeys(launch)));
  }
}

/** An entry of our registry by the version that was approved: whoever declines a newer one trusts no tool anew by that. */
function inVersion(
  { owner, launch }: CatalogEntry,
  version: string | undefined,
): Pick<CatalogEntry, 'launch'> {
  if (owner !== 'shipped' || version === undefined || launch.type === 'native') return { launch };
  return { launch: withVersion(launch, version) };
}
