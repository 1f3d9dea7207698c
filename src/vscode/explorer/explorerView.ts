import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import { systemClock } from '../../node/machine/systemClock';
import { type Telling, type Wish, wishOf } from '../../shared/explorer/messages';
import type { Note, Picture, Target, View } from '../../shared/explorer/picture';
import { isSavedState } from '../../shared/explorer/savedState';
import { type GitState, gitState } from '../gitState';
import { notify } from '../notify';
import { reviewSurface } from '../reviewSurface';
import type { Runtime } from '../runtime';
import { workspaceFile } from '../workspaceFile';
import { BlankGuard } from './blankGuard';
import type { ExplorerParts } from './explorer';
import { Pace } from './pace';
import { SHOW_MORE, type Shown, withMore } from './paging';
import { noticeOf, pictureOf, type Surroundings, summaryOf } from './pictureOf';
import { webviewFolder, webviewPage } from './webviewPage';
import { editorWording } from '../words/editorWording';
import { numeral } from '../words/amounts';
import { refusalWords } from '../words/refusalWords';
import { shownWhole } from './wording';

/** Pictures are drawn this often at most (explorer.md 1.4). */
const PICTURE_EVERY_MS = 100;

/** Days that ended workflows stand among the others (explorer.md, i). */
const DEFAULT_RECENT_DAYS = 7;

/** What a view stands on. */
export interface ExplorerViewParts extends ExplorerParts {
  readonly view: View;
  readonly webviewView: vscode.WebviewView;
}

/** What notes offer that is not a command of ours. */
const NATIVE: ReadonlyMap<string, string> = new Map([
  ['openChat', 'workbench.action.chat.open'],
  ['openFolder', 'workbench.action.files.openFolder'],
  ['manageTrust', 'workbench.trust.manage'],
]);

/** One view: sends whole pictures while it is seen, and runs what the last one offered. Keeps nothing that core knows. */
export class ExplorerView implements vscode.Disposable {
  readonly #parts: ExplorerViewParts;
  readonly #pace = new Pace(systemClock, PICTURE_EVERY_MS, () => this.#draw());
  readonly #guard: BlankGuard;
  readonly #owned: vscode.Disposable[];
  readonly #told: Telling[] = [];
  #runtime: Runtime | undefined;
  #failure: Note | undefined;
  /** Whether its document runs and listens. */
  #isReady = false;
  #query = '';
  #picture: Picture | undefined;
  #sent = '';
  #shown: Shown = new Map();
  #git: GitState = 'repository';

  constructor(parts: ExplorerViewParts) {
    this.#parts = parts;
    const { webviewView } = parts;
    const { webview } = webviewView;
    this.#guard = new BlankGuard(systemClock, { retry: () => this.#setPage(), giveUp: () => this.#giveUp() });
    this.#owned = [
      this.#pace,
      this.#guard,
      webview.onDidReceiveMessage((message: unknown) => this.#received(message)),
      webviewView.onDidChangeVisibility(() => this.#visibilityChanged()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#start()),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('switchyard')) this.#pace.ask();
      }),
    ];
    webview.options = {
      enableScripts: true,
      localResourceRoots: [webviewFolder(parts.extension)],
    };
    this.#setPage();
    this.#guard.begin();
    void this.#start(); // Never rejects: a failure is drawn.
  }

  /** Tells the webview something, as soon as it listens. */
  async tell(telling: Telling): Promise<void> {
    if (!this.#isReady) return void this.#told.push(telling);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the API of VS Code, not of a window
    await this.#parts.webviewView.webview.postMessage(telling);
  }

  /** Draws it anew, and tries again what could not be started. */
  refresh(): void {
    this.#sent = '';
    void this.#start(); // Never rejects: a failure is drawn.
  }

  /** What the rows of the last picture are about. */
  targetsOf(rows: readonly string[]): readonly Target[] {
    const wanted = new Set(rows);
    return (this.#picture?.rows ?? []).filter(({ id }) => wanted.has(id)).map(({ target }) => target);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned.splice(0)).dispose();
  }

  /** The runtime starts as for any command; where it can't, the view says why and what to do. */
  async #start(): Promise<void> {
    if (this.#runtime) return this.#pace.ask();
    try {
      const runtime = await this.#parts.host.runtime();
      if (this.#parts.view === 'workflows') this.#git = await gitState();
      this.#runtime ??= this.#watch(runtime);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = this.#noteOf(error);
    }
    this.#pace.ask();
  }

  #watch(runtime: Runtime): Runtime {
    const ask = (): void => this.#pace.ask();
    this.#owned.push(runtime.core.bus.subscribe(ask), runtime.core.catalog.onDidChange(ask));
    return runtime;
  }

  #noteOf(error: unknown): Note {
    const wording = editorWording();
    const { t } = wording;
    if (Refusal.is(error, 'untrusted-workspace')) {
      return {
        text: t('Workspace not trusted: servers defined here stay off.'),
        actions: [{ command: 'manageTrust', title: t('Manage Workspace Trust') }],
      };
    }
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.log.error('The explorer could not start Switchyard', { error: reason });
    return {
      text: t(
        'Switchyard could not be started: {0}',
        shownWhole(Refusal.is(error) ? refusalWords(error, wording) : reason),
      ),
      actions: [
        { command: 'retry', title: t('Retry') },
        { command: 'showOutput', title: t('Show Output') },
      ],
    };
  }

  #setPage(): void {
    const { webviewView, extension, view, memory } = this.#parts;
    this.#isReady = false;
    const kept = memory.get<unknown>(memoryKey(view));
    const { webview } = webviewView;
    const state = isSavedState(kept) ? kept : undefined;
    webview.html = webviewPage({ webview, extension, view, state });
  }

  /** A hidden view has no document: VS Code starts it anew when it is shown again. */
  #visibilityChanged(): void {
    this.#isReady = false;
    if (this.#parts.webviewView.visible) this.#guard.begin();
    else this.#guard.dispose();
  }

  #giveUp(): void {
    this.#parts.log.error('A view of the explorer stays blank', { view: this.#parts.view });
    notify('error', vscode.l10n.t('The Switchyard view stays blank. Reloading the window may help.'), {
      label: vscode.l10n.t('Reload Window'),
      run: () => vscode.commands.executeCommand('workbench.action.reloadWindow'),
    });
  }

  #received(message: unknown): void {
    const wish = wishOf(message);
    if (!wish) return this.#parts.log.warn('The explorer sent what is no wish', { view: this.#parts.view });
    switch (wish.type) {
      case 'ready':
        return this.#ready(wish.query);
      case 'search':
        this.#query = wish.query;
        return this.#pace.ask();
      case 'run':
        return this.#run(wish);
      case 'drop':
        return this.#drop(wish);
      case 'keep':
        return void this.#parts.memory.update(memoryKey(this.#parts.view), wish.state);
    }
  }

  #ready(query: string): void {
    this.#guard.ready();
    this.#isReady = true;
    this.#query = query;
    this.#sent = '';
    this.#pace.ask();
    for (const telling of this.#told.splice(0)) void this.tell(telling);
  }

  /** Runs what the last picture offered, and nothing else, whatever the webview says. */
  #run({ command, row: id }: Extract<Wish, { type: 'run' }>): void {
    const row = this.#picture?.rows.find(each => each.id === id);
    const offered = row
      ? [...(row.actions ?? []).map(action => action.command), row.enter]
      : (this.#picture?.notes ?? []).flatMap(note => note.actions.map(action => action.command));
    if (!offered.includes(command)) return;
    if (command === 'retry') return void this.#start();
    if (command === SHOW_MORE) {
      this.#shown = withMore(this.#shown, id);
      return this.#pace.ask();
    }
    // Our commands tell of their failures themselves; VS Code's own do too.
    void vscode.commands.executeCommand(NATIVE.get(command) ?? `switchyard.${command}`, row?.target);
  }

  /** What is dropped may have come from anywhere: the command looks at each name. */
  #drop({ row: id, servers }: Extract<Wish, { type: 'drop' }>): void {
    const row = this.#picture?.rows.find(each => each.id === id);
    if (row?.drop === undefined) return;
    const targets = servers.map(server => ({ ...row.target, server }));
    void vscode.commands.executeCommand(`switchyard.${row.drop}`, { ...row.target, targets });
  }

  #draw(): void {
    const { webviewView, view } = this.#parts;
    const runtime = this.#runtime;
    const core = runtime?.core;
    if (view === 'workflows') this.#setBadge(toReview(core));
    if (!webviewView.visible || !this.#isReady) return;
    const wording = editorWording(runtime?.sessionNames);
    if (core) {
      webviewView.description = summaryOf(core, view, wording);
      this.#picture = pictureOf(core, view, this.#query, this.#surroundings(), wording);
    } else if (this.#failure) {
      this.#picture = noticeOf(view, this.#failure, wording);
    } else {
      return; // It is starting.
    }
    const text = JSON.stringify(this.#picture);
    if (text === this.#sent) return;
    this.#sent = text;
    void this.tell({ type: 'picture', picture: this.#picture });
  }

  #surroundings(): Surroundings {
    const settings = vscode.workspace.getConfiguration('switchyard');
    const recentDays = settings.get<unknown>('workflows.recentDays');
    return {
      hasFolder: (vscode.workspace.workspaceFolders?.length ?? 0) > 0,
      git: this.#git,
      problem: this.#runtime?.problem,
      recentDays: typeof recentDays === 'number' && recentDays >= 0 ? recentDays : DEFAULT_RECENT_DAYS,
      shown: this.#shown,
      uriOf: path => workspaceFile(path)?.toString(),
    };
  }

  #setBadge(count: number): void {
    if ((this.#parts.webviewView.badge?.value ?? 0) === count) return;
    const wording = editorWording();
    const tooltip = wording.t('{0} to review', numeral(count, wording));
    this.#parts.webviewView.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}

/** What the badge counts: nothing where the settings want none. */
function toReview(core: Runtime['core'] | undefined): number {
  return reviewSurface() === 'off' ? 0 : (core?.workflows.reviewQueue().length ?? 0);
}

/** Where it is kept what a view looks like. */
function memoryKey(view: View): string {
  return `switchyard.view.${view}`;
}
