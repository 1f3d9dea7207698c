import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { Telling } from '../../shared/explorer/messages';
import { type View, VIEWS } from '../../shared/explorer/picture';
import type { RuntimeHost } from '../runtimeHost';
import type { ExplorerView } from './explorerView';

/** The three views in the activity bar. What draws them is loaded when the first of them is opened. */
export class Explorer implements vscode.Disposable {
  readonly #shown = new Map<View, ExplorerView>();
  readonly #owned: readonly vscode.Disposable[];

  constructor(host: RuntimeHost, log: Log, extension: vscode.Uri) {
    this.#owned = VIEWS.map(view =>
      vscode.window.registerWebviewViewProvider(`switchyard.${view}`, {
        resolveWebviewView: async webviewView => {
          const { ExplorerView } = await import('./explorerView');
          const made = new ExplorerView({ view, webviewView, host, log, extension });
          this.#shown.set(view, made);
          webviewView.onDidDispose(() => {
            made.dispose();
            if (this.#shown.get(view) === made) this.#shown.delete(view);
          });
        },
      }),
    );
  }

  /** Brings a view to the front and tells it something. */
  async tell(view: View, telling: Telling): Promise<void> {
    await vscode.commands.executeCommand(`switchyard.${view}.focus`);
    await this.#shown.get(view)?.tell(telling);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned, ...this.#shown.values()).dispose();
  }
}
