import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { RuntimeHost } from '../host/runtimeHost';

/** What every page stands on. */
export interface PageParts {
  readonly panel: vscode.WebviewPanel;
  readonly host: RuntimeHost;
  readonly log: Log;
  readonly extension: vscode.Uri;
}

/** A page that is open in one panel. */
export interface PagePanel extends vscode.Disposable {
  /** Brings it to the front. */
  reveal(): void;
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

/** The pages of one kind that are open. */
export class EditorPages<Subject, Panel extends PagePanel> implements vscode.Disposable {
  readonly #kind: PageKind<Subject, Panel>;
  readonly #parts: Omit<PageParts, 'panel'>;
  readonly #open = new Map<string, Panel>();
  readonly #owned: vscode.Disposable;

  constructor(kind: PageKind<Subject, Panel>, parts: Omit<PageParts, 'panel'>) {
    this.#kind = kind;
    this.#parts = parts;
    this.#owned = vscode.window.registerWebviewPanelSerializer(kind.viewType, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        const subject = kind.remembered(state);
        // A tab that was never shown is not known yet, so its page may have been opened a second time meanwhile.
        const other = subject === undefined ? undefined : this.find(subject);
        if (subject === undefined || other) panel.dispose();
        else await this.#show(panel, subject);
        other?.reveal();
      },
    });
  }

  /** The page of this subject, where it is open. */
  find(subject: Subject): Panel | undefined {
    return this.#open.get(this.#kind.keyOf(subject));
  }

  /** Shows the page of this subject, the one that is open already where there is one. */
  async open(subject: Subject): Promise<Panel> {
    const other = this.find(subject);
    if (other) {
      other.reveal();
      return other;
    }
    const { viewType } = this.#kind;
    const panel = vscode.window.createWebviewPanel(
      viewType,
      this.#kind.titleOf(subject),
      vscode.ViewColumn.Active,
      { enableFindWidget: true },
    );
    return await this.#show(panel, subject);
  }

  dispose(): void {
    vscode.Disposable.from(this.#owned, ...this.#open.values()).dispose();
  }

  async #show(panel: vscode.WebviewPanel, subject: Subject): Promise<Panel> {
    const made = await this.#kind.make({ ...this.#parts, panel }, subject);
    const key = this.#kind.keyOf(subject);
    this.#open.set(key, made);
    panel.onDidDispose(() => {
      made.dispose();
      if (this.#open.get(key) === made) this.#open.delete(key);
    });
    return made;
  }
}
