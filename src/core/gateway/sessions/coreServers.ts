import type { ServerId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { GatewaySettings } from './settings';

/** Which servers are on in every session and can't be switched off by an agent. */
export class CoreServers {
  readonly #catalog: Pick<Catalog, 'find' | 'readiness'>;
  readonly #alwaysOn: ReadonlySet<ServerId>;
  readonly #settings: () => GatewaySettings;

  /** `alwaysOn`: our own modules that every session needs. */
  constructor(
    catalog: Pick<Catalog, 'find' | 'readiness'>,
    alwaysOn: ReadonlySet<ServerId>,
    settings: () => GatewaySettings,
  ) {
    this.#catalog = catalog;
    this.#alwaysOn = alwaysOn;
    this.#settings = settings;
  }

  isCore(server: ServerId): boolean {
    return this.#alwaysOn.has(server) || this.#settings().coreServers.includes(server);
  }

  /** The core servers that are not ours: the user's choice, as far as the catalog knows them. */
  external(): readonly ServerId[] {
    const entries = this.#settings().coreServers.flatMap(name => this.#catalog.find(name) ?? []);
    return entries
      .filter(entry => !this.#alwaysOn.has(entry.id) && this.#catalog.readiness(entry).status !== 'disabled')
      .map(({ id }) => id);
  }
}
