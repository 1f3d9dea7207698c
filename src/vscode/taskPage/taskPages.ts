import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import { record, text } from '../../shared/webview/shape';
import { shown } from '../words/wording';
import type { RuntimeHost } from '../host/runtimeHost';
import type { TaskPanel } from './taskPanel';

/** Type of the panels, as in package.json. */
const VIEW_TYPE = 'switchyard.task';

/** What a page remembers of itself: VS Code hands it back after a reload of the window. */
const remembered = record({ task: text(200) });

/** The pages of tasks in the editor, one for each task. What draws them is loaded when the first of them is opened. */
export class TaskPages implements vscode.Disposable {
  readonly #host: RuntimeHost;
  readonly #log: Log;
  readonly #extension: vscode.Uri;
  readonly #open = new Map<string, TaskPanel>();
  readonly #owned: vscode.Disposable;

  constructor(host: RuntimeHost, log: Log, extension: vscode.Uri) {
    this.#host = host;
    this.#log = log;
    this.#extension = extension;
    this.#owned = vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        const task = remembered(state) ? state.task : undefined;
        // A tab that was never shown is not known yet, so its task may have been opened a second time meanwhile.
        const other = this.#open.get(task ?? '');
        // One that never said what it is of, nobody can draw.
        if (task === undefined || other) panel.dispose();
        else await this.#show(panel, task);
        other?.reveal();
      },
    });
  }

  /** Shows a task's page, and something that happened in it where one is named. */
  async open(task: { readonly id: string; readonly name: string }, event?: string): Promise<void> {
    const shownAlready = this.#open.get(task.id);
    if (shownAlready) {
      shownAlready.reveal(event);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      shown(task.name, 60),
      vscode.ViewColumn.Active,
      { enableFindWidget: true },
    );
    const made = await this.#show(panel, task.id);
    if (event !== undefined) made.reveal(event);
  }

  dispose(): void {
    vscode.Disposable.from(this.#owned, ...this.#open.values()).dispose();
  }

  async #show(panel: vscode.WebviewPanel, task: string): Promise<TaskPanel> {
    // oxlint-disable-next-line no-shadow -- the class itself, loaded late
    const { TaskPanel } = await import('./taskPanel');
    const made = new TaskPanel({
      task,
      panel,
      host: this.#host,
      log: this.#log,
      extension: this.#extension,
    });
    this.#open.set(task, made);
    panel.onDidDispose(() => {
      made.dispose();
      if (this.#open.get(task) === made) this.#open.delete(task);
    });
    return made;
  }
}
