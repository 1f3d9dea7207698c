import * as vscode from 'vscode';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import { systemClock } from '../../node/machine/systemClock';
import { workspacePath } from '../catalog/workspaceFile';
import type { RuntimeHost } from '../host/runtimeHost';
import { Pace } from '../webview/pace';
import { editorWording } from '../words/editorWording';
import { blameOf, factsOf } from './blameOf';
import { hoverText, LINKED } from './blameWords';
import type { Writer } from './fileBlame';

/** Between two looks at what is on the screen: people type faster. */
const PACE_MS = 200;
const COLOR = 'switchyard.taskBlame';

/** Marks the lines of visible files that recorded tasks wrote, with a bar beside the gutter and a hover. */
export class TaskBlame implements vscode.Disposable {
  readonly #host: RuntimeHost;
  readonly #log: Log;
  readonly #bar: vscode.TextEditorDecorationType;
  readonly #pace: Pace;
  readonly #owned: Disposable[];
  /** Looks that are under way, by editor. */
  readonly #looks = new Map<vscode.TextEditor, AbortController>();

  constructor(host: RuntimeHost, log: Log) {
    this.#host = host;
    this.#log = log;
    this.#bar = vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      borderStyle: 'solid',
      // Beside the gutter: what is drawn in it can't have a color of the theme, and is hidden by breakpoints.
      borderWidth: '0 0 0 2px',
      borderColor: new vscode.ThemeColor(COLOR),
      overviewRulerColor: new vscode.ThemeColor(COLOR),
      overviewRulerLane: vscode.OverviewRulerLane.Left,
    });
    this.#pace = new Pace(systemClock, PACE_MS, () => this.#drawAll());
    const draw = (): void => this.#pace.ask();
    this.#owned = [
      this.#bar,
      this.#pace,
      vscode.window.onDidChangeVisibleTextEditors(draw),
      vscode.workspace.onDidChangeTextDocument(
        ({ document }) =>
          vscode.window.visibleTextEditors.some(shows => shows.document === document) && draw(),
      ),
      vscode.workspace.onDidGrantWorkspaceTrust(draw),
      vscode.languages.registerHoverProvider(
        { scheme: 'file' },
        { provideHover: async (document, position, token) => await this.#hover(document, position, token) },
      ),
    ];
    this.#follow();
    draw();
  }

  dispose(): void {
    for (const look of this.#looks.values()) look.abort();
    vscode.Disposable.from(...this.#owned).dispose();
  }

  /** A task that ends has written lines; one that is deleted is forgotten. */
  #follow(): void {
    const listen = ({ core }: Awaited<ReturnType<RuntimeHost['runtime']>>): void =>
      void this.#owned.push(core.bus.subscribe(({ stream }) => stream === 'workflow' && this.#pace.ask()));
    if (this.#host.current) listen(this.#host.current);
    else this.#owned.push(this.#host.onDidStart(listen));
  }

  #drawAll(): void {
    const visible = vscode.window.visibleTextEditors;
    for (const [editor, look] of this.#looks) {
      look.abort();
      this.#looks.delete(editor);
    }
    for (const editor of visible) void this.#draw(editor);
  }

  async #draw(editor: vscode.TextEditor): Promise<void> {
    const look = new AbortController();
    this.#looks.set(editor, look);
    const { document } = editor;
    const { version } = document;
    try {
      const writers = await this.#writersOf(document, look.signal);
      if (look.signal.aborted || document.version !== version) return;
      editor.setDecorations(this.#bar, rangesOf(writers));
    } catch (error) {
      // An untrusted workspace has no record to read.
      if (!look.signal.aborted && !Refusal.is(error))
        this.#log.warn('The lines of tasks could not be found', { error: String(error) });
    } finally {
      if (this.#looks.get(editor) === look) this.#looks.delete(editor);
    }
  }

  async #hover(
    document: vscode.TextDocument,
    { line }: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    try {
      const writer = (await this.#writersOf(document, abort.signal))[line];
      if (!writer) return undefined;
      const runtime = await this.#host.runtime();
      const text = new vscode.MarkdownString(hoverText(writer, factsOf(runtime, writer), editorWording()));
      text.isTrusted = { enabledCommands: LINKED };
      return new vscode.Hover(text, document.lineAt(line).range);
    } catch (error) {
      if (abort.signal.aborted || Refusal.is(error)) return undefined;
      throw error;
    } finally {
      listening.dispose();
    }
  }

  async #writersOf(document: vscode.TextDocument, signal: AbortSignal): Promise<readonly (Writer | null)[]> {
    const path = workspacePath(document.uri);
    // What can't start is not started anew with each key.
    if (path === undefined || this.#host.hasFailed) return [];
    const runtime = await this.#host.runtime();
    return await blameOf(runtime).writersOf(path, document.getText(), signal);
  }
}

/** Neighbouring lines that have a writer are one range. */
function rangesOf(writers: readonly (Writer | null)[]): readonly vscode.Range[] {
  const ranges: vscode.Range[] = [];
  for (const [line, writer] of writers.entries()) {
    if (writer === null) continue;
    const last = ranges.at(-1);
    if (last?.end.line === line - 1)
      ranges[ranges.length - 1] = new vscode.Range(last.start.line, 0, line, 0);
    else ranges.push(new vscode.Range(line, 0, line, 0));
  }
  return ranges;
}
