import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import type { CatalogProblem } from '../../core/catalog/entry/entry';
import type { RuntimeHost } from '../host/runtimeHost';

/** Shows in the Problems view what is wrong in files of servers, and takes it away when it is mended. */
export function showCatalogProblems(host: RuntimeHost): vscode.Disposable {
  const shown = vscode.languages.createDiagnosticCollection('switchyard');
  const owned: vscode.Disposable[] = [shown];
  owned.push(
    host.onDidStart(({ core: { catalog } }) => {
      const show = (): void => {
        const inFiles = catalog.problems().filter(({ origin }) => isAbsolute(origin));
        const byFile = Map.groupBy(inFiles, ({ origin }) => origin);
        shown.forEach(uri => byFile.has(uri.fsPath) || shown.delete(uri));
        for (const [path, problems] of byFile) shown.set(vscode.Uri.file(path), problems.map(diagnosticOf));
      };
      owned.push(catalog.onDidChange(show));
      show();
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

/** VS Code widens a place without width to the word that stands there. */
function diagnosticOf({ message, line = 1, column = 1, isWarning }: CatalogProblem): vscode.Diagnostic {
  const place = new vscode.Position(line - 1, column - 1);
  const { Warning, Error } = vscode.DiagnosticSeverity;
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(place, place),
    message,
    isWarning ? Warning : Error,
  );
  diagnostic.source = 'Switchyard';
  return diagnostic;
}
