import { systemClock } from '../../node/machine/systemClock';
import { Catalog } from '../../core/catalog/catalog';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import type { DisposableStore } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import { builtInSource } from '../../mcp/builtInModules';
import { join } from 'node:path';
import { CredentialFile } from '../../node/catalog/credentialFile';
import { programsOutside } from '../../node/processes/pathPrograms';
import { ServersFile } from '../../node/catalog/serversFile';
import { REGISTRY_FOLDER, SyncedServers } from '../../node/mcpRegistry/syncedServers';
import { ShippedRegistry } from '../../node/catalog/shippedRegistry';
import { machineSurroundings } from '../../node/machine/surroundings';
import type { OAuthSignIns } from '../../node/oauth/signIns';
import type { Place } from './arguments';
import { importNow } from './flagImports';
import { tellProblems } from './catalogProblems';
import { CREDENTIAL_ADVICE, DATA_FOLDER, type OpenPlace } from './place';

/** Where the headless program has its servers from, the strongest first. */
export function sourcesOf(
  { serversFile, serversOwner, stateFolder }: OpenPlace,
  imports: CatalogSource,
): readonly CatalogSource[] {
  return [
    new ServersFile(serversFile, serversOwner),
    imports,
    builtInSource,
    new ShippedRegistry(DATA_FOLDER),
    new SyncedServers(join(stateFolder, REGISTRY_FOLDER)),
  ];
}

/** What a catalog is opened with. */
export interface CatalogWorld {
  readonly place: OpenPlace;
  readonly imports: Place['imports'];
  readonly signIns: OAuthSignIns;
  readonly log: Log;
  readonly redactor: Redactor;
}

/** The catalog as the served program would have it, for commands that end by themselves: nothing of it starts anything. */
export async function openCatalog(
  { place, imports: tools, signIns, log, redactor }: CatalogWorld,
  owned: DisposableStore,
): Promise<Catalog> {
  const stored = owned.add(await CredentialFile.open(join(place.stateFolder, 'credentials.json'), log));
  owned.add(tellProblems(stored, log));
  const imports = await importNow(tools, place.workspace, log, owned);
  const catalog = owned.add(
    new Catalog(
      {
        sources: sourcesOf(place, imports),
        credentials: imports.credentials(stored),
        signIns,
        surroundings: machineSurroundings(place.workspace, CREDENTIAL_ADVICE),
        programs: programsOutside(place.workspace),
        concepts: () => [],
        clock: systemClock,
        log,
        redactor,
      },
      { knownTools: () => [] },
    ),
  );
  await catalog.load();
  imports.follow(catalog);
  return catalog;
}
