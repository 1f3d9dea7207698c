import { homedir } from 'node:os';
import { problemLine } from '../../core/catalog/entry/problemLine';
import { IMPORT_TOOL_NAMES, IMPORT_TOOLS, type ImportTool } from '../../core/catalog/imports/importTools';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { DisposableStore } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import { ImportedServers } from '../../node/imports/importedServers';
import { findImportPlaces } from '../../node/imports/importPlaces';
import { MemoryImports } from '../../node/imports/importStore';
import { machineSurroundings } from '../../node/machine/surroundings';
import { CREDENTIAL_ADVICE } from './place';

/** Takes over what the named tools have, as they have it now: `--import` is a yes for this run. */
export async function importNow(
  tools: readonly ImportTool[],
  workspace: string,
  log: Log,
  owned: DisposableStore,
): Promise<ImportedServers> {
  const places = await findImportPlaces({
    platform: process.platform,
    home: homedir(),
    variable: name => process.env[name],
    workspaceFolder: workspace,
  });
  const imports = owned.add(
    new ImportedServers({
      places: places.filter(({ tool }) => tools.includes(tool)),
      store: new MemoryImports(),
      surroundings: machineSurroundings(workspace, CREDENTIAL_ADVICE),
      log,
    }),
  );
  const { files, differences } = await imports.find();
  await imports.takeOver({ accept: differences, drop: [] });
  for (const tool of tools) {
    const own = files.filter(({ place }) => place.tool === tool);
    // Of all tools, most are not there.
    if (tools.length === IMPORT_TOOLS.length && own.every(({ state }) => state === 'absent')) continue;
    const servers = differences.filter(({ origins }) => origins.some(origin => origin.tool === tool));
    log.info(`Imported from ${IMPORT_TOOL_NAMES[tool]}`, {
      servers: servers.map(({ id }) => id).join(', '),
      files: own.filter(({ state }) => state !== 'absent').length,
    });
    // The catalog tells of files that servers were taken from; the others would be passed over.
    const taken = new Set(differences.flatMap(({ origins }) => origins.map(({ path }) => path)));
    for (const { place, problems } of own) {
      if (!taken.has(place.path)) for (const problem of problems) log.warn(problemLine(problem));
    }
  }
  owned.add(
    imports.onDidFindDifferences(news => {
      for (const { id, standing, origins } of news) {
        const where = oneLine(origins.map(({ path }) => path).join(', '), 300);
        log.warn(`The server "${id}" is ${standing} in ${where}. Restart to apply the change.`);
      }
    }),
  );
  return imports;
}
