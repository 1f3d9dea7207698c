import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import type { Surroundings } from '../../core/catalog/entry/ports';
import type { Log } from '../../core/support/log';
import { ImportedServers } from '../../node/imports/importedServers';
import { findImportPlaces } from '../../node/imports/importPlaces';
import { ImportFile } from '../../node/imports/importStore';

/** The servers of other tools on this machine, with what the user took over of them in any window. */
export async function openImports(
  context: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  surroundings: Surroundings,
  log: Log,
): Promise<ImportedServers> {
  const storage = context.globalStorageUri.fsPath;
  const places = await findImportPlaces({
    platform: process.platform,
    home: homedir(),
    variable: name => process.env[name],
    workspaceFolder: surroundings.workspaceFolder,
    // <user folder or profile>/globalStorage/<extension>
    vscodeUserFolder: dirname(dirname(storage)),
  });
  return new ImportedServers({
    places,
    store: new ImportFile(join(storage, 'imports.json')),
    surroundings,
    log,
  });
}
