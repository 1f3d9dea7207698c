import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { RuntimeHost } from '../host/runtimeHost';
import type { SharedStatePanel } from './sharedStatePanel';
import type { StateItem } from './stateItem';

/** Type of the panel, as in package.json. */
const VIEW_TYPE = 'switchyard.sharedState';

/** The page of what agents share: one in a window. What draws it is loaded when it is first opened. */
export class SharedStatePage implements vscode.Disposable {
  readonly #host: RuntimeHost;
  readonly #log: Log;
  readonly #extension: vscode.Uri;
  readonly #owned: vscode.Disposable;
  #open: SharedStatePanel | undefined;

  constructor(host: RuntimeHost, log: Log, extension: vscode.Uri) {
    this.#host = host;
    this.#log = log;
    this.#extension = extension;
    this.#owned = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async panel => {
        // It may have been opened a second time before VS Code brought this one back.
        if (this.#open) panel.dispose();
        else await this.#show(panel);
      },
    });
  }

  /** Shows the page, the one that is open already where there is one. */
  async open(): Promise<void> {
    if (this.#open) return this.#open.reveal();
    await this.#show(
      vscode.window.createWebviewPanel(VIEW_TYPE, vscode.l10n.t('Shared State'), vscode.ViewColumn.Active, {
        enableFindWidget: true,
      }),
    );
  }

  /** The entry or the triple whose row a command was run on, as the page shows it; undefined where there is none. */
  itemOf(argument: unknown): StateItem | undefined {
    return this.#open?.itemOf(argument);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#open?.dispose();
  }

  async #show(panel: vscode.WebviewPanel): Promise<void> {
    // oxlint-disable-next-line no-shadow -- the class itself, loaded late
    const { SharedStatePanel } = await import('./sharedStatePanel');
    const made = new SharedStatePanel({
      panel,
      host: this.#host,
      log: this.#log,
      extension: this.#extension,
    });
    this.#open = made;
    panel.onDidDispose(() => {
      made.dispose();
      if (this.#open === made) this.#open = undefined;
    });
  }
}
