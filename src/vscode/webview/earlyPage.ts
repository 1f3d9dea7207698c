import type * as vscode from 'vscode';
import { HeldMessages } from './heldMessages';
import { webviewFolder, type WebviewPage, webviewPage } from './webviewPage';

/**
 * A webview whose page is set at once, while what speaks with it is still being loaded: VS Code takes longer for a document than we do
 * for our code. What the document says meanwhile is kept.
 */
export class EarlyPage implements vscode.Disposable {
  readonly #messages = new HeldMessages();
  readonly #listening: vscode.Disposable;

  constructor(webview: vscode.Webview, extension: vscode.Uri, page: WebviewPage) {
    this.#listening = webview.onDidReceiveMessage((message: unknown) => this.#messages.take(message));
    webview.options = { enableScripts: true, localResourceRoots: [webviewFolder(extension)] };
    webview.html = webviewPage(webview, extension, page);
  }

  /** Hands over what was said, not within the call, and from then on what is said. */
  listen(hear: (message: unknown) => void): void {
    this.#messages.listen(hear);
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
