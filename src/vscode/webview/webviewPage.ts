import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { inlineParts } from './inlineParts';

/** Which of our documents a webview shows. */
export interface WebviewPage {
  /** Name of its script and its style sheet. */
  readonly file: string;
  /** What it knows from the start, as attributes of its body. */
  readonly facts: Readonly<Record<string, string>>;
  /** Its script, its style and its font are in the document, which is there sooner so. Its script loads nothing later. */
  readonly isInline?: boolean;
}

/** Where the webviews' files are. */
export function webviewFolder(extension: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extension, 'dist', 'webview');
}

/** The page of a view: nothing but our own files may be loaded, nothing may be sent anywhere, no code or style of others runs. */
export function webviewPage(webview: vscode.Webview, extension: vscode.Uri, page: WebviewPage): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    // Fonts and pictures of the file icon theme come as addresses with their bytes in them, which reach nobody.
    `font-src data:${page.isInline ? '' : ` ${webview.cspSource}`}`,
    'img-src data:',
    `style-src ${page.isInline ? `'nonce-${nonce}'` : webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  const data = Object.entries({
    // Nothing to recall, unless the page says otherwise.
    state: 'null',
    ...page.facts,
    broken: vscode.l10n.t("Couldn't display this view."),
    reload: vscode.l10n.t('Reload View'),
  }).map(([key, value]) => `data-${key}="${attribute(value)}"`);
  const { style, script } = partsOf(webview, extension, page, nonce);
  return `<!DOCTYPE html>
<html lang="${vscode.env.language.replaceAll(/[^\w-]/g, '')}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Switchyard</title>
    ${style}
  </head>
  <body ${data.join(' ')}>
    <div id="root"></div>
    ${script}
  </body>
</html>`;
}

/** The elements of its style and its script. */
function partsOf(
  webview: vscode.Webview,
  extension: vscode.Uri,
  { file: page, isInline }: WebviewPage,
  nonce: string,
): { readonly style: string; readonly script: string } {
  const folder = webviewFolder(extension);
  if (isInline) {
    const { style, script } = inlineParts(folder.fsPath, page);
    return {
      style: `<style nonce="${nonce}">${style}</style>`,
      script: `<script type="module" nonce="${nonce}">${script}</script>`,
    };
  }
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(folder, file)).toString();
  return {
    style: `<link rel="stylesheet" href="${address(`${page}.css`)}">`,
    script: `<script type="module" nonce="${nonce}" src="${address(`${page}.js`)}"></script>`,
  };
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
