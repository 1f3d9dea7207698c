import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ImportedServers } from '../../src/node/imports/importedServers';
import { findImportPlaces } from '../../src/node/imports/importPlaces';
import { ImportFile } from '../../src/node/imports/importStore';
import { entryOf, MemorySource, surroundingsOf } from './catalogWorld';
import { KeptLog } from './keptLog';
import type { OtherTools } from './otherTools';
import { catalogOver } from './shippedCatalog';

/** A program start on a machine with the other tools' files. */
export async function startedImports(tools: OtherTools, variables: Readonly<Record<string, string>> = {}) {
  const surroundings = surroundingsOf({ workspaceFolder: tools.workspace, userHome: tools.home, variables });
  const log = new KeptLog();
  const imports = new ImportedServers({
    places: await findImportPlaces({
      platform: 'linux',
      home: tools.home,
      variable: () => undefined,
      workspaceFolder: tools.workspace,
    }),
    store: new ImportFile(join(tools.home, 'state', 'imports.json')),
    surroundings,
    log,
  });
  onTestFinished(() => imports.dispose());
  const settings = new MemorySource('settings');
  const shipped = new MemorySource('registry', entryOf('from-cursor', { origin: 'shipped' }));
  const { catalog, credentials: own } = await catalogOver([shipped, imports, settings], {
    wrapped: store => imports.credentials(store),
    surroundings,
  });
  imports.follow(catalog);
  onTestFinished(() => catalog.dispose());
  return { imports, catalog, own, settings, log };
}

/** A start after which everything that was found is taken over. */
export async function importedAll(tools: OtherTools, variables: Readonly<Record<string, string>> = {}) {
  const world = await startedImports(tools, variables);
  await world.imports.takeOver({ accept: (await world.imports.find()).differences, drop: [] });
  const isThere = (): boolean => world.catalog.entries().some(({ source }) => source === 'imported');
  await expect.poll(isThere, { interval: 10 }).toBe(true);
  return world;
}
