import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { RuntimeHost } from '../host/runtimeHost';

/** What every page stands on. */
export interface PageParts {
  readonly panel: vscode.WebviewPanel;
  readonly host: RuntimeHost;
  readonly log: Log;
  readonly extension: vscode.Uri;
  /** What is kept for the workspace. */
  readonly memory: vscode.Memento;
  /** Puts a new panel in the place of this one, which stays blank; false where this is such a new one. */
  readonly renew: () => boolean;
  /** No other page takes the tab any more, though it was opened for a look: somebody works on this one. */
  readonly keep: () => void;
  /** What its document remembered, where VS Code has brought it back; nothing in a new one. */
  readonly recalled?: unknown;
}

/** A page that is open in one panel. */
export interface PagePanel extends vscode.Disposable {
  /** Brings it to the front. */
  reveal(): void;
}

/** How a page is opened. */
export interface PageOpening {
  /** For a look: in the one tab of that kind that is used again, and the keyboard stays where it is. */
  readonly isPreview?: boolean;
}

/** A kind of page in the editor. What draws it is loaded when the first one is opened. */
export interface PageKind<Subject, Panel extends PagePanel> {
  /** Type of the panel, as in package.json: `switchyard.…`. */
  readonly viewType: string;
  /** What tells two pages of this kind apart; the same word for all where there is only one. */
  keyOf(subject: Subject): string;
  titleOf(subject: Subject): string;
  /** What a page that VS Code brings back after a reload is of; undefined where nobody can tell. */
  remembered(state: unknown): Subject | undefined;
  make(parts: PageParts, subject: Subject): Promise<Panel>;
}

/** Describes a kind of page. */
export function definePage<Subject, Panel extends PagePanel>(
  kind: PageKind<Subject, Panel>,
): PageKind<Subject, Panel> {
  return kind;
}

/** What all pages stand on. */
export type AllPageParts = Omit<PageParts, 'panel' | 'renew' | 'keep' | 'recalled'>;

/** A tab that is used again, and what it shows. */
interface Preview<Panel> {
  readonly panel: vscode.WebviewPanel;
  readonly made: Panel;
  readonly key: string;
}

/** The pages of one kind that are open. */
export class EditorPages<Subject, Panel extends PagePanel> implements vscode.Disposable {
  readonly #kind: PageKind<Subject, Panel>;
  readonly #parts: AllPageParts;
  readonly #open = new Map<string, Panel>();
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  /** What waits for the end of a page's tab. */
  readonly #ends = new WeakMap<Panel, vscode.Disposable>();
  /** The tab that is used again, and what it shows. */
  #preview: Preview<Panel> | undefined;
  /** One page is opened after the other: what makes them is loaded with the first, and the second click may come meanwhile. */
  #opening: Promise<unknown> = Promise.resolve();
  readonly #owned: vscode.Disposable;

  constructor(kind: PageKind<Subject, Panel>, parts: AllPageParts) {
    this.#kind = kind;
    this.#parts = parts;
    this.#owned = vscode.window.registerWebviewPanelSerializer(kind.viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        const subject = kind.remembered(state);
        // A tab that was never shown is not known yet, so its page may have been opened a second time meanwhile.
        const other = subject === undefined ? undefined : this.find(subject);
        if (subject === undefined || other) panel.dispose();
        else await this.#show(panel, subject, { recalled: state });
        other?.reveal();
      },
    });
  }

  /** The page of this subject, where it is open. */
  find(subject: Subject): Panel | undefined {
    return this.#open.get(this.#kind.keyOf(subject));
  }

  /**
   * Shows the page of this subject, the one that is open already where there is one. A page that was opened for a look is kept as soon
   * as it is opened in earnest.
   */
  async open(subject: Subject, opening: PageOpening = {}): Promise<Panel> {
    const opened = this.#opening.then(() => this.#openNow(subject, opening));
    this.#opening = opened.catch(() => undefined);
    return await opened;
  }

  async #openNow(subject: Subject, { isPreview = false }: PageOpening): Promise<Panel> {
    const key = this.#kind.keyOf(subject);
    const other = this.find(subject);
    if (!isPreview) this.#keep(key);
    if (other) {
      if (isPreview) this.#panels.get(key)?.reveal(undefined, true);
      else other.reveal();
      return other;
    }
    if (isPreview && this.#preview) return await this.#reuse(this.#preview, subject);
    const panel = this.#panelFor(subject, isPreview);
    const made = await this.#show(panel, subject);
    if (isPreview) this.#preview = { panel, made, key };
    return made;
  }

  #panelFor(
    subject: Subject,
    preserveFocus: boolean,
    viewColumn = vscode.ViewColumn.Active,
  ): vscode.WebviewPanel {
    const { viewType } = this.#kind;
    const where = { viewColumn, preserveFocus };
    return vscode.window.createWebviewPanel(viewType, this.#kind.titleOf(subject), where, {
      enableFindWidget: true,
    });
  }

  /** Another page in the tab that is used again. */
  async #reuse({ panel, made, key }: Preview<Panel>, subject: Subject): Promise<Panel> {
    made.dispose();
    this.#ends.get(made)?.dispose();
    this.#forget(key, made);
    panel.title = this.#kind.titleOf(subject);
    const next = await this.#show(panel, subject);
    this.#preview = { panel, made: next, key: this.#kind.keyOf(subject) };
    panel.reveal(undefined, true);
    return next;
  }

  dispose(): void {
    vscode.Disposable.from(this.#owned, ...this.#open.values()).dispose();
  }

  async #show(
    panel: vscode.WebviewPanel,
    subject: Subject,
    { recalled, isRenewed = false }: { readonly recalled?: unknown; readonly isRenewed?: boolean } = {},
  ): Promise<Panel> {
    const renew = (): boolean => !isRenewed && this.#renew(panel, subject, recalled);
    const key = this.#kind.keyOf(subject);
    const keep = (): void => this.#keep(key);
    const made = await this.#kind.make({ ...this.#parts, panel, renew, keep, recalled }, subject);
    this.#open.set(key, made);
    this.#panels.set(key, panel);
    const end = panel.onDidDispose(() => {
      made.dispose();
      this.#forget(key, made);
      if (this.#preview?.panel === panel) this.#preview = undefined;
    });
    this.#ends.set(made, end);
    return made;
  }

  /** A new tab in the place of one that stays blank. What its document was to recall, VS Code gives to the old one only. */
  #renew(panel: vscode.WebviewPanel, subject: Subject, recalled: unknown): boolean {
    const { active, viewColumn } = panel;
    const isPreview = this.#preview?.panel === panel;
    panel.dispose();
    const tab = this.#panelFor(subject, !active, viewColumn);
    const shown = this.#opening.then(async () => {
      const made = await this.#show(tab, subject, { recalled, isRenewed: true });
      if (isPreview) this.#preview = { panel: tab, made, key: this.#kind.keyOf(subject) };
    });
    this.#opening = shown.catch(() => undefined);
    return true;
  }

  #keep(key: string): void {
    if (this.#preview?.key === key) this.#preview = undefined;
  }

  #forget(key: string, made: Panel): void {
    if (this.#open.get(key) !== made) return;
    this.#open.delete(key);
    this.#panels.delete(key);
  }
}
