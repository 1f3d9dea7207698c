import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { SavedState } from '../../shared/explorer/savedState';
import type { View } from '../../shared/explorer/picture';

/** Where the webviews' files are. */
export function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** What a page is made of. */
interface Page {
  readonly webview: vscode.Webview;
  readonly extension: vscode.Uri;
  readonly view: View;
  /** What it looked like, as far as we remember. */
  readonly state: SavedState | undefined;
}

/** The page of a view: nothing but our own files may be loaded, nothing may be sent anywhere, no inline code or style runs. */
export function webviewPage({ webview, extension, view, state }: Page): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), name)).toString();
  const policy = [
    "default-src 'none'",
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  const broken = attribute(vscode.l10n.t('This view could not be drawn.'));
  const reload = attribute(vscode.l10n.t('Reload View'));
  const kept = attribute(JSON.stringify(state ?? null));
  return `<!DOCTYPE html>
<html lang="${vscode.env.language.replaceAll(/[^\w-]/g, '')}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Switchyard</title>
    <link rel="stylesheet" href="${file('explorer.css')}">
  </head>
  <body data-view="${view}" data-state="${kept}" data-broken="${broken}" data-reload="${reload}">
    <div id="root"></div>
    <script nonce="${nonce}" src="${file('explorer.js')}"></script>
  </body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
