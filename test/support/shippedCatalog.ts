import type { NamedServers } from '../../src/core/catalog/entry/unknownNames';
import { ALL_MODULES } from '../../src/modules/allModules';
import { conceptsOf } from '../../src/core/resources/joinedModule';
import { SHIPPED_MEANINGS, SHIPPED_CONCEPTS, SHIPPED_DATA } from './shippedData';
import { Catalog } from '../../src/core/catalog/catalog';
import type { Embedder } from '../../src/core/catalog/search/reranker';
import type { Clock } from '../../src/core/support/clock';
import type { KnownTools } from '../../src/core/catalog/search/catalogIndex';
import type { CatalogEntry } from '../../src/core/catalog/entry/entry';
import type {
  CatalogSource,
  CredentialStore,
  Surroundings,
  Switches,
} from '../../src/core/catalog/entry/ports';
import { Redactor } from '../../src/core/support/redactor';
import { builtInSource } from '../../src/mcp/builtInModules';
import { ShippedRegistry } from '../../src/node/catalog/shippedRegistry';
import { MemoryCredentials, MemorySignIns, MemorySource, programsOf, surroundingsOf } from './catalogWorld';
import { KeptLog } from './keptLog';
import { runningClock } from './runningClock';

interface CatalogWishes {
  readonly knownTools?: KnownTools;
  readonly switches?: Switches;
  /** What the catalog sees in the place of the keyring. */
  readonly wrapped?: (own: CredentialStore) => CredentialStore;
  readonly surroundings?: Surroundings;
  readonly clock?: Clock;
  readonly embedder?: Embedder;
  readonly named?: NamedServers;
}

/** A real catalog over these sources, on a machine with an open folder and no keys. */
export async function catalogOver(
  sources: readonly CatalogSource[],
  {
    knownTools = () => [],
    switches,
    wrapped = own => own,
    surroundings = surroundingsOf({ workspaceFolder: '/work' }),
    clock = runningClock,
    embedder,
    named,
  }: CatalogWishes = {},
) {
  const credentials = new MemoryCredentials();
  const log = new KeptLog();
  const catalog = new Catalog(
    {
      sources,
      credentials: wrapped(credentials),
      signIns: new MemorySignIns(),
      surroundings,
      programs: programsOf('npx', 'node'),
      meanings: SHIPPED_MEANINGS,
      clock,
      embedder: () => embedder,
      concepts: () => [...SHIPPED_CONCEPTS(), ...conceptsOf(ALL_MODULES)],
      ...(switches === undefined ? {} : { switches }),
      ...(named === undefined ? {} : { named }),
      log,
      redactor: new Redactor(),
    },
    { knownTools },
  );
  await catalog.load();
  return { catalog, credentials, log };
}

/** A real catalog of these entries, as if they stood in the settings. */
export async function catalogOf(entries: readonly CatalogEntry[], options?: CatalogWishes) {
  return (await catalogOver([new MemorySource('settings', ...entries)], options)).catalog;
}

/** The catalog that every user gets. */
export async function shippedCatalog(): Promise<Catalog> {
  return (await catalogOver([builtInSource, new ShippedRegistry(SHIPPED_DATA, 'linux')])).catalog;
}
