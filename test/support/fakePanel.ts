import type { PageParts } from '../../src/vscode/webview/editorPages';
import type { Runtime } from '../../src/vscode/host/runtime';
import type { commandWorld } from './commandWorld';
import { Disposable, EventEmitter, Uri } from './fakeVscode';

/** A tab of the editor with a page in it, whose document the test plays. */
export class FakePanel {
  /** What the document was told. */
  readonly told: { readonly type: string; readonly picture?: unknown }[] = [];
  /** Whether somebody asked for something of it after it was closed, which VS Code refuses. */
  isMisused = false;
  isClosed = false;
  title = '';
  /** Whether its tab is in front. */
  isShown = true;
  /** The pages that were set, oldest first. */
  readonly pages: string[] = [];
  readonly #said = new EventEmitter<unknown>();
  readonly #shown = new EventEmitter<void>();
  readonly webview = {
    options: {},
    set html(page: string) {
      this.set(page);
    },
    set: (page: string) => void this.pages.push(page),
    cspSource: 'self',
    asWebviewUri: (uri: Uri) => uri,
    onDidReceiveMessage: this.#said.event,
    postMessage: async (telling: FakePanel['told'][number]) => this.told.push(telling) > 0,
  };
  readonly onDidChangeViewState = this.#shown.event;

  get visible(): boolean {
    this.isMisused ||= this.isClosed;
    return this.isShown;
  }

  /** VS Code tells that its tab is in front, or is not any more. */
  show(isShown: boolean): void {
    this.isShown = isShown;
    this.#shown.fire();
  }

  /** The document says something. */
  say(message: object): void {
    this.#said.fire(message);
  }

  /** The last picture that the document has. */
  picture(): unknown {
    return this.told.findLast(({ type }) => type === 'picture')?.picture;
  }

  /** What a page in it stands on, in a world of commands. */
  parts(world: Awaited<ReturnType<typeof commandWorld>>): PageParts {
    const never = () => new Disposable(() => undefined);
    const runtime = { ...world, signIns: { isKept: () => false, onDidChange: never } } as unknown as Runtime;
    const kept = new Map<string, unknown>();
    return {
      panel: this,
      host: { runtime: async () => runtime, onDidStart: never },
      log: world.log,
      extension: Uri.file('/extension'),
      renew: () => false,
      memory: {
        get: (key: string) => kept.get(key),
        update: async (key: string, value: unknown) => void kept.set(key, value),
      },
    } as unknown as PageParts;
  }
}
