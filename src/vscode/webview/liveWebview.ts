import * as vscode from 'vscode';
import type { Event } from '../../core/journal/event';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { systemClock } from '../../node/machine/systemClock';
import type { Note } from '../../shared/explorer/picture';
import { type IconsWish, isIconsWish } from '../../shared/webview/fileIcons';
import type { PageIcons } from '../fileIcons/pageIcons';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';
import { BlankGuard } from './blankGuard';
import { Pace } from './pace';
import { EarlyPage } from './earlyPage';
import { type WebviewPage, webviewPage } from './webviewPage';
import { shownWhole } from '../words/wording';

/** Pictures are drawn this often at most. */
const PICTURE_EVERY_MS = 100;

/** What notes offer that is not a command of ours. */
const NATIVE: ReadonlyMap<string, string> = new Map([
  ['openChat', 'workbench.action.chat.open'],
  ['openFolder', 'workbench.action.files.openFolder'],
  ['manageTrust', 'workbench.trust.manage'],
  ['reloadWindow', 'workbench.action.reloadWindow'],
  ['showWorkflows', 'switchyard.workflows.focus'],
]);

/** What a living webview stands on. */
export interface LiveParts {
  readonly surface: vscode.WebviewView | vscode.WebviewPanel;
  readonly host: RuntimeHost;
  readonly log: Log;
  readonly extension: vscode.Uri;
  /** Its page as it is set now. */
  readonly page: () => WebviewPage;
  /** The runtime is there, as after each new try: what else there is to learn is not waited for. */
  readonly started?: () => void;
  /** What was begun before this was loaded; left out where nothing was. */
  readonly begun?: Begun;
  /** Puts a new webview in the place of this one, which stays blank; false where this is such a new one. */
  readonly renew: () => boolean;
  /** What the document is to recall, where VS Code has brought it back. */
  readonly recalled?: unknown;
  /** The message that shows how things are; nothing where there is nothing to show yet. Asked only while it is seen. */
  readonly picture: (now: Standing) => object | undefined;
  /** Whether an event may change what it shows: a picture costs more than a look at what happened. */
  readonly concerns: (event: Event) => boolean;
  /** Something happened, whether it is seen or not. */
  readonly changed?: (now: Standing) => void;
  readonly received: (message: unknown) => void;
}

/** What goes on already while this is loaded. */
export interface Begun {
  readonly page: EarlyPage;
  readonly runtime: Promise<Runtime>;
}

/** What there is to be drawn from: neither while it is starting. */
export interface Standing {
  readonly runtime: Runtime | undefined;
  /** Why there is no runtime, and what to do. */
  readonly failure: Note | undefined;
}

/** A webview that gets whole pictures while it is seen, none while it is hidden, and does not stay blank. */
export class LiveWebview implements vscode.Disposable {
  readonly #parts: LiveParts;
  readonly #pace = new Pace(systemClock, PICTURE_EVERY_MS, () => this.#draw());
  readonly #guard: BlankGuard;
  readonly #owned: vscode.Disposable[];
  readonly #told: object[] = [];
  #runtime: Runtime | undefined;
  #failure: Note | undefined;
  /** Whether its document runs and listens. */
  #isReady = false;
  #isDisposed = false;
  #sent = '';
  #icons: Promise<PageIcons> | undefined;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    const { surface } = parts;
    const { webview } = surface;
    this.#guard = new BlankGuard(systemClock, {
      setAgain: () => this.#setAgain(),
      renew: () => this.#renew(),
      giveUp: () => this.#giveUp(),
    });
    const isView = 'onDidChangeVisibility' in surface;
    const onDidChange = isView ? surface.onDidChangeVisibility : surface.onDidChangeViewState;
    let wasVisible = surface.visible;
    this.#owned = [
      this.#pace,
      this.#guard,
      // A panel also tells when it merely gets the focus.
      onDidChange(() => {
        if (wasVisible !== surface.visible) this.#visibilityChanged();
        wasVisible = surface.visible;
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.start()),
      // What could not be started may be started from elsewhere.
      parts.host.onDidStart(() => {
        if (this.#failure) void this.start();
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('switchyard')) this.ask();
      }),
    ];
    const page = parts.begun?.page ?? new EarlyPage(webview, parts.extension, recalling(parts));
    this.#owned.push(page);
    page.listen(message => {
      if (isIconsWish(message)) void this.#tellIcons(message); // Never rejects: without an answer, rows keep their own icons.
      else parts.received(message);
    });
    if (surface.visible) this.#guard.begin();
    void this.start(parts.begun?.runtime); // Never rejects: a failure is drawn.
  }

  /** The runtime starts as for any command; where it can't, the picture says why and what to do. */
  async start(begun?: Promise<Runtime>): Promise<void> {
    try {
      const runtime = await (begun ?? this.#parts.host.runtime());
      // It may have been closed meanwhile.
      if (this.#isDisposed) return;
      this.#parts.started?.();
      this.#runtime ??= this.#watch(runtime);
      this.#failure = undefined;
    } catch (error) {
      this.#failure = this.#noteOf(error);
    }
    if (!this.#isDisposed) this.ask();
  }

  /** Asks for a new picture, soon; what still goes on when its page was closed or gave its tab away asks for none. */
  ask(): void {
    if (!this.#isDisposed) this.#pace.ask();
  }

  /** Draws it anew, looks again at what is not told of, and tries again what could not be started. */
  refresh(): void {
    this.#sent = '';
    void this.start(); // Never rejects: a failure is drawn.
  }

  /** The document has started: it hears everything anew. */
  ready(): void {
    this.#guard.ready();
    this.#isReady = true;
    this.#sent = '';
    this.ask();
    for (const telling of this.#told.splice(0)) void this.tell(telling);
  }

  /** Tells the document something, as soon as it listens; nothing where another page may be in its place. */
  async tell(telling: object): Promise<void> {
    if (this.#isDisposed) return;
    if (!this.#isReady) return void this.#told.push(telling);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the API of VS Code, not of a window
    await this.#parts.surface.webview.postMessage(telling);
  }

  /** Runs what the picture offered, by the last part of a command's id. */
  run(command: string, target: object | undefined): void {
    if (command === 'retry') return void this.start();
    // The step of the walkthrough that says it, not the one where somebody left it.
    if (command === 'seeHow') return this.run('openWalkthrough', { step: 'review' });
    // Our commands tell of their failures themselves; VS Code's own do too.
    void vscode.commands.executeCommand(NATIVE.get(command) ?? `switchyard.${command}`, target);
  }

  dispose(): void {
    this.#isDisposed = true;
    vscode.Disposable.from(...this.#owned.splice(0)).dispose();
  }

  async #tellIcons(wish: IconsWish): Promise<void> {
    this.#icons ??= this.#makeIcons();
    await (await this.#icons).answer(wish);
  }

  async #makeIcons(): Promise<PageIcons> {
    const { PageIcons } = await import('../fileIcons/pageIcons');
    const made = new PageIcons(telling => void this.tell(telling), this.#parts.log);
    if (this.#isDisposed) made.dispose();
    else this.#owned.push(made);
    return made;
  }

  #watch(runtime: Runtime): Runtime {
    const ask = (): void => this.ask();
    this.#owned.push(
      runtime.core.bus.subscribe(event => this.#parts.concerns(event) && ask()),
      runtime.core.catalog.onDidChange(ask),
    );
    return runtime;
  }

  #noteOf(error: unknown): Note {
    const wording = editorWording();
    const { t } = wording;
    if (Refusal.is(error, 'untrusted-workspace')) {
      return {
        text: t("Workspace not trusted: servers defined here don't start."),
        actions: [{ command: 'manageTrust', title: t('Manage Workspace Trust') }],
      };
    }
    const reason = error instanceof Error ? error.message : String(error);
    this.#parts.log.error('The explorer could not start Switchyard', { error: reason });
    return {
      text: t(
        "Switchyard couldn't start: {0}",
        shownWhole(Refusal.is(error) ? refusalWords(error, wording) : reason),
      ),
      actions: [
        { command: 'retry', title: t('Retry') },
        { command: 'showOutput', title: t('Show Output') },
      ],
    };
  }

  #setAgain(): void {
    const { surface, extension, log } = this.#parts;
    const page = recalling(this.#parts);
    log.warn('A page stayed blank and is set again', { page: page.file });
    this.#isReady = false;
    surface.webview.html = webviewPage(surface.webview, extension, page);
  }

  #renew(): boolean {
    const { renew, page, log } = this.#parts;
    const isRenewed = renew();
    if (isRenewed) log.warn('A new webview is made for a page that stayed blank', { page: page().file });
    return isRenewed;
  }

  /**
   * What is hidden has no document: VS Code starts it anew when it is shown again. A document that starts quickly speaks before we are
   * told that it is shown: it is there, and to set its page again would take the keyboard from it.
   */
  #visibilityChanged(): void {
    if (!this.#parts.surface.visible) {
      this.#isReady = false;
      this.#guard.dispose();
    } else if (this.#isReady) this.ask();
    else this.#guard.begin();
  }

  #giveUp(): void {
    this.#parts.log.error('A view of the explorer stays blank', { page: this.#parts.page().file });
    notify('error', vscode.l10n.t('The Switchyard view stays blank. Reloading the window may help.'), {
      label: vscode.l10n.t('Reload Window'),
      run: () => vscode.commands.executeCommand('workbench.action.reloadWindow'),
    });
  }

  #draw(): void {
    const { surface, picture, changed } = this.#parts;
    const now = { runtime: this.#runtime, failure: this.#failure };
    changed?.(now);
    if (!surface.visible || !this.#isReady) return;
    const telling = picture(now);
    if (!telling) return;
    const text = JSON.stringify(telling);
    if (text === this.#sent) return;
    this.#sent = text;
    void this.tell(telling);
  }
}

/** Longest state that a document is given, in characters of JSON (chosen here: ours have a few hundred). */
const MAX_RECALLED = 100_000;

/** The page, with what its document is to recall where VS Code does not give it that itself. */
function recalling({ page, recalled }: Pick<LiveParts, 'page' | 'recalled'>): WebviewPage {
  const made = page();
  const state = JSON.stringify(recalled ?? null);
  if (state.length > MAX_RECALLED) return made;
  return { ...made, facts: { ...made.facts, state } };
}
