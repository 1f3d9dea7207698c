import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Which of our documents a webview shows. */
export interface WebviewPage {
  /** Name of its script and its style sheet. */
  readonly file: string;
  /** What it knows from the start, as attributes of its body. */
  readonly facts: Readonly<Record<string, string>>;
}

/** Where the webviews' files are. */
export function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The page of a view: nothing but our own files may be loaded, nothing may be sent anywhere, no inline code or style runs. */
export function webviewPage(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { file: name, facts }: WebviewPage,
): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (ending: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewFolder(extension), `${name}.${ending}`)).toString();
  const policy = [
    "default-src 'none'",
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  const data = Object.entries({
    ...facts,
    broken: vscode.l10n.t("Couldn't display this view."),
    reload: vscode.l10n.t('Reload View'),
  }).map(([key, value]) => `data-${key}="${attribute(value)}"`);
  return `<!DOCTYPE html>
<html lang="${vscode.env.language.replaceAll(/[^\w-]/g, '')}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Switchyard</title>
    <link rel="stylesheet" href="${file('css')}">
  </head>
  <body ${data.join(' ')}>
    <div id="root"></div>
    <script type="module" nonce="${nonce}" src="${file('js')}"></script>
  </body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
