import type { ExplorerParts } from './explorerParts';
import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import { type Telling, togetherOf } from '../../shared/explorer/messages';
import { type View, VIEWS } from '../../shared/explorer/picture';
import { EarlyPage } from '../webview/earlyPage';
import type { ExplorerView } from './explorerView';
import { viewPage } from './viewPage';

/** The three views in the activity bar. What draws them is loaded when the first of them is opened. */
export class Explorer implements vscode.Disposable {
  readonly #shown = new Map<View, ExplorerView>();
  /** What is told to views that were never opened: VS Code opens one sooner than it is made. */
  readonly #waiting = new Map<View, Telling>();
  /** Views that were taken away because they stayed blank, and come back. */
  readonly #comingBack = new Set<View>();
  /** One after the other: were all views away at once, VS Code would show another part of the side bar. */
  #renewing: Promise<unknown> = Promise.resolve();
  readonly #owned: readonly vscode.Disposable[];

  constructor(parts: ExplorerParts) {
    const { host, extension, memory } = parts;
    this.#owned = VIEWS.map(view =>
      vscode.window.registerWebviewViewProvider(idOf(view), {
        resolveWebviewView: async webviewView => {
          const isRenewed = this.#comingBack.delete(view);
          const page = new EarlyPage(webviewView.webview, extension, viewPage(view, memory));
          // First: VS Code and the disk are asked for what takes its time.
          const runtime = host.runtime();
          runtime.catch(() => {}); // The view says it.
          const { ExplorerView } = await import('./explorerView');
          const made = new ExplorerView({
            ...parts,
            view,
            webviewView,
            begun: { page, runtime },
            renew: () => !isRenewed && this.#renew(view),
          });
          this.#shown.set(view, made);
          const waiting = this.#waiting.get(view);
          this.#waiting.delete(view);
          if (waiting) await made.tell(waiting);
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
    await vscode.commands.executeCommand(`${idOf(view)}.focus`);
    const shown = this.#shown.get(view);
    if (shown) await shown.tell(telling);
    else this.#waiting.set(view, telling);
  }

  /** Brings the row of a task into sight where the workflows are shown; nothing moves to the front, and the keyboard stays. */
  async reveal(task: Pick<Task, 'id' | 'workflow'>): Promise<void> {
    await this.#shown.get('workflows')?.reveal(task);
  }

  /** Draws every view anew. */
  refresh(): void {
    for (const view of this.#shown.values()) view.refresh();
  }

  /** What a command was given; where a menu was opened on several rows, with what each of them is about. */
  resolve(argument: unknown): unknown {
    const together = togetherOf(argument);
    const view = together && VIEWS.find(each => idOf(each) === together.webview);
    if (!together || view === undefined) return argument;
    const targets = this.#shown.get(view)?.targetsOf(together.webviewItemIds) ?? [];
    return { ...together, targets };
  }

  /** VS Code makes a new webview for a view that comes back. */
  #renew(view: View): boolean {
    this.#comingBack.add(view);
    this.#renewing = this.#renewing.then(() => backAgain(view)).catch(() => undefined);
    return true;
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned, ...this.#shown.values()).dispose();
  }
}

/** Takes a view away and brings it back, by its `when` clause in the manifest. The keyboard stays where it is. */
async function backAgain(view: View): Promise<void> {
  const key = `switchyard.isRenewed.${view}`;
  try {
    await vscode.commands.executeCommand('setContext', key, true);
  } finally {
    await vscode.commands.executeCommand('setContext', key, false);
  }
  // Where it was alone, the side bar shows something else by now.
  await vscode.commands.executeCommand(`${idOf(view)}.focus`, { preserveFocus: true });
}

function idOf(view: View): string {
  return `switchyard.${view}`;
}
