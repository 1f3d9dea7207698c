import * as vscode from 'vscode';

/**
 * Looks at each document of a scheme once more when it has opened. The editor asks for the text first, opens the document later, and
 * drops what is told of it between: on a busy machine, a document that is kept up to date would stay as it was begun.
 */
export function onceOpen(scheme: string, look: (uri: vscode.Uri) => void): vscode.Disposable {
  return vscode.workspace.onDidOpenTextDocument(({ uri }) => {
    if (uri.scheme === scheme) look(uri);
  });
}
