import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import { type Telling, type Wish, wishOf } from '../../shared/explorer/messages';
import type { Picture, View } from '../../shared/explorer/picture';
import type { RuntimeHost } from '../runtimeHost';
import { editorWording } from './editorWording';
import { LiveWebview, type Standing } from './liveWebview';
import { noticeOf, pictureOf, summaryOf } from './pictureOf';

/** What a view stands on. */
export interface ExplorerViewParts {
  readonly view: View;
  readonly webviewView: vscode.WebviewView;
  readonly host: RuntimeHost;
  readonly log: Log;
  readonly extension: vscode.Uri;
}

/** One view: sends whole pictures while it is seen, and runs what the last one offered. Keeps nothing that core knows. */
export class ExplorerView implements vscode.Disposable {
  readonly #parts: ExplorerViewParts;
  readonly #live: LiveWebview;
  #query = '';
  #picture: Picture | undefined;

  constructor(parts: ExplorerViewParts) {
    this.#parts = parts;
    const { view, webviewView, host, log, extension } = parts;
    this.#live = new LiveWebview({
      surface: webviewView,
      host,
      log,
      extension,
      page: { file: 'explorer', facts: { view } },
      picture: now => this.#draw(now),
      changed: ({ runtime }) => {
        if (view === 'workflows') this.#setBadge(runtime?.core.workflows.reviewQueue().length ?? 0);
      },
      received: message => this.#received(message),
    });
  }

  /** Tells the webview something, as soon as it listens. */
  async tell(telling: Telling): Promise<void> {
    await this.#live.tell(telling);
  }

  dispose(): void {
    this.#live.dispose();
  }

  #received(message: unknown): void {
    const wish = wishOf(message);
    if (!wish) return this.#parts.log.warn('The explorer sent what is no wish', { view: this.#parts.view });
    switch (wish.type) {
      case 'ready':
        this.#query = wish.query;
        return this.#live.ready();
      case 'search':
        this.#query = wish.query;
        return this.#live.ask();
      case 'run':
        return this.#run(wish);
    }
  }

  /** Runs what the last picture offered, and nothing else, whatever the webview says. */
  #run({ command, row: id }: Extract<Wish, { type: 'run' }>): void {
    const row = this.#picture?.rows.find(each => each.id === id);
    const offered = row
      ? [...(row.actions ?? []).map(action => action.command), row.enter]
      : (this.#picture?.notes ?? []).flatMap(note => note.actions.map(action => action.command));
    if (offered.includes(command)) this.#live.run(command, row?.target);
  }

  #draw({ runtime, failure }: Standing): Telling | undefined {
    const { webviewView, view } = this.#parts;
    const wording = editorWording();
    if (runtime) {
      const { core, problem } = runtime;
      const hasFolder = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
      webviewView.description = summaryOf(core, view, wording);
      this.#picture = pictureOf(core, view, this.#query, { hasFolder, problem }, wording);
    } else if (failure) {
      this.#picture = noticeOf(view, failure, wording);
    } else {
      return undefined; // It is starting.
    }
    return { type: 'picture', picture: this.#picture };
  }

  #setBadge(count: number): void {
    if ((this.#parts.webviewView.badge?.value ?? 0) === count) return;
    const tooltip = vscode.l10n.t('{0} to review', count);
    this.#parts.webviewView.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}
