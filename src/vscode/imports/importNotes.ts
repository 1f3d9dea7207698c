import * as vscode from 'vscode';
import type { ImportedServers } from '../../node/imports/importedServers';
import { notify } from '../notify';

/** Says that the files of other tools have something else than what was imported from them. Changes nothing. */
export function tellOfImports(imports: Pick<ImportedServers, 'onDidFindDifferences'>): vscode.Disposable {
  return imports.onDidFindDifferences(news => {
    const names = news.map(({ id }) => `"${id}"`).join(', ');
    const text = vscode.l10n.t(
      'The configuration of another tool has changed: {0}. What you imported stays as it was until you take the change over.',
      names,
    );
    const run = () => vscode.commands.executeCommand('switchyard.importServers');
    notify('info', text, { label: vscode.l10n.t('Show Differences'), run });
  });
}
