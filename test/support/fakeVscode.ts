/**
 * The part of VS Code's API that commands use, in the place of the module `vscode` (vitest.config.mts). A test plays the person
 * through `editor`: it says the answers beforehand and reads what was shown, run and written afterwards.
 */
import { posix } from 'node:path';
import type * as vscode from 'vscode';
import { editor, type Item } from './fakeEditor';
import { FakeInputBox, FakeQuickPick } from './fakeBoxes';

export {
  CancellationTokenSource,
  LanguageModelChatMessage,
  LanguageModelChatToolMode,
  LanguageModelDataPart,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
} from './fakeModels';

export const ProgressLocation = {
  SourceControl: 1,
  Window: 10,
  Notification: 15,
} as const;
export const QuickPickItemKind = {
  Separator: -1,
  Default: 0,
} as const;
export const ConfigurationTarget = {
  Global: 1,
  Workspace: 2,
  WorkspaceFolder: 3,
} as const;
export const InputBoxValidationSeverity = {
  Info: 1,
  Warning: 2,
  Error: 3,
} as const;

export const FileType = { File: 1 } as const;
export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3 } as const;

export class ThemeIcon {
  static readonly File = new ThemeIcon('file');
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
  static from(...owned: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => owned.forEach(each => each.dispose()));
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

interface UriParts {
  readonly scheme: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
}

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  private constructor({ scheme, authority = '', path = '', query = '' }: UriParts) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
  }
  static from(parts: UriParts): Uri {
    return new Uri(parts);
  }
  static file(path: string): Uri {
    return new Uri({ scheme: 'file', path });
  }
  static parse(text: string): Uri {
    const { protocol, host, pathname, search } = new URL(text);
    const [scheme, path, query] = [protocol.slice(0, -1), decodeURIComponent(pathname), search.slice(1)];
    return new Uri({ scheme, authority: host, path, query });
  }
  static joinPath({ scheme, authority, path }: Uri, ...parts: readonly string[]): Uri {
    return new Uri({ scheme, authority, path: posix.join(path, ...parts) });
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    const authority = this.authority === '' && this.scheme !== 'file' ? '' : `//${this.authority}`;
    return `${this.scheme}:${authority}${this.path}${this.query === '' ? '' : `?${this.query}`}`;
  }
}

type Level = 'info' | 'warning' | 'error';

/** A modal question gets the next answer; a notification stays until the test clicks it. */
const message =
  (level: Level) =>
  async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
    const [first] = rest;
    const options = typeof first === 'object' ? (first as vscode.MessageOptions) : undefined;
    const buttons = rest.filter(each => typeof each === 'string');
    if (options?.modal === true) {
      const [answer] = editor.ask('modal', [text, options.detail ?? ''].join('\n').trim(), buttons) ?? [];
      return answer === undefined ? undefined : editor.offered(buttons, answer, each => each);
    }
    editor.said.push({ level, text, buttons });
    return undefined;
  };

const tabsChanged = new EventEmitter<{ readonly closed: readonly { readonly label: string }[] }>();

const coloursChanged = new EventEmitter<void>();
const extensionsChanged = new EventEmitter<void>();

/** What is installed. */
export const extensions = {
  all: [] as { readonly extensionUri: Uri; readonly packageJSON: unknown }[],
  onDidChange: extensionsChanged.event,
};

/** A person takes a colour theme of another kind. */
export function changeColourTheme(kind: number): void {
  window.activeColorTheme = { kind };
  coloursChanged.fire();
}

export const window = {
  activeColorTheme: { kind: ColorThemeKind.Dark as number },
  onDidChangeActiveColorTheme: coloursChanged.event,
  showInformationMessage: message('info'),
  showWarningMessage: message('warning'),
  showErrorMessage: message('error'),
  async showQuickPick(
    given: readonly Item[] | PromiseLike<readonly Item[]>,
    options: vscode.QuickPickOptions = {},
  ) {
    const items = (await given).filter(({ kind }) => kind !== QuickPickItemKind.Separator);
    const labels = items.map(({ label }) => label);
    const answers = editor.ask('pick', options.title ?? '', labels);
    if (answers === undefined) return undefined;
    const picked = answers.map(answer => editor.offered(items, answer, ({ label }) => label));
    return options.canPickMany === true ? picked : picked[0];
  },
  async showInputBox({ title = '', validateInput }: vscode.InputBoxOptions = {}) {
    const [text] = editor.ask('input', title, []) ?? [];
    if (text === undefined) return undefined;
    const problem = await validateInput?.(text);
    if (typeof problem !== 'string') return text;
    editor.said.push({ level: 'error', text: problem, buttons: [] });
    return undefined;
  },
  async showSaveDialog({ defaultUri }: { defaultUri?: Uri } = {}) {
    const [path] = editor.ask('save', defaultUri?.path ?? '', []) ?? [];
    return path === undefined ? undefined : Uri.file(path);
  },
  createQuickPick: () => new FakeQuickPick(),
  createInputBox: () => new FakeInputBox(),
  async withProgress<T>(
    { title = '' }: vscode.ProgressOptions,
    work: (progress: { report(): void }, token: unknown) => Promise<T>,
  ): Promise<T> {
    editor.progress.push(title);
    const onCancellationRequested = (leave: () => void): Disposable => {
      if (editor.leavesProgress) leave();
      return new Disposable(() => undefined);
    };
    return await work({ report: () => undefined }, { onCancellationRequested });
  },
  showTextDocument: async (shown: Uri | { uri: Uri }) =>
    void editor.opened.push(String(shown instanceof Uri ? shown : shown.uri)),
  tabGroups: {
    get all() {
      return [{ tabs: [...editor.tabs] }];
    },
    get activeTabGroup() {
      return { activeTab: editor.tabs.at(-1) };
    },
    async close(closed: readonly { readonly label: string }[]) {
      editor.tabs = editor.tabs.filter(tab => !closed.includes(tab));
      if (closed.length > 0) tabsChanged.fire({ closed });
      // The window answers after it has told of them.
      await new Promise(resolve => setImmediate(resolve));
      return true;
    },
    onDidChangeTabs: tabsChanged.event,
  },
  setStatusBarMessage: (text: string) => void editor.said.push({ level: 'info', text, buttons: [] }),
};

export const commands = {
  registerCommand(id: string, run: (...args: readonly unknown[]) => unknown): Disposable {
    editor.registered.set(id, run);
    return new Disposable(() => editor.registered.delete(id));
  },
  async executeCommand(id: string, ...args: readonly unknown[]): Promise<unknown> {
    const run = editor.registered.get(id);
    if (run) return await run(...args);
    if (editor.missing.has(id)) throw new Error(`command '${id}' not found`);
    if (id === 'vscode.changes') editor.tabs = [...editor.tabs, { label: `${String(args[0])} (1 file)` }];
    editor.ran.push([id, ...args.map(arg => (arg instanceof Uri ? String(arg) : arg))]);
    return undefined;
  },
};

export const env = {
  language: 'en',
  clipboard: {
    writeText: async (text: string) => void (editor.clipboard = text),
    readText: async () => editor.clipboard,
  },
  openExternal: async (page: Uri) => editor.opened.push(String(page)) > 0,
};

export const l10n = {
  t: (text: string, ...args: readonly unknown[]): string =>
    text.replaceAll(/\{(\d+)\}/g, (_whole, at: string) => String(args[Number(at)])),
};

export const languages = { setTextDocumentLanguage: async (document: unknown) => document };

const configuration = new EventEmitter<{ affectsConfiguration(section: string): boolean }>();

/** Virtual documents: who has their texts, and when one opens. */
export const documents = {
  providers: new Map<string, vscode.TextDocumentContentProvider>(),
  opened: new EventEmitter<{ readonly uri: Uri }>(),
  /** Who has the bytes of files of a scheme. */
  files: new Map<string, vscode.FileSystemProvider>(),
};

export const workspace = {
  name: 'work',
  isTrusted: true,
  workspaceFolders: [{ uri: Uri.file('/work'), name: 'work', index: 0 }],
  textDocuments: [],
  notebookDocuments: [],
  onDidOpenTextDocument: documents.opened.event,
  asRelativePath: (file: Uri | string) =>
    (typeof file === 'string' ? file : file.path).replace(/^\/work\//, ''),
  onDidChangeConfiguration: configuration.event,
  onDidGrantWorkspaceTrust: () => new Disposable(() => undefined),
  registerTextDocumentContentProvider(scheme: string, provider: vscode.TextDocumentContentProvider) {
    documents.providers.set(scheme, provider);
    return new Disposable(() => documents.providers.delete(scheme));
  },
  decode: async (bytes: Uint8Array, _of: { readonly uri: Uri }) => {
    if (bytes.includes(0)) throw new Error('binary');
    return new TextDecoder(editor.settings.get('files.encoding') as string | undefined).decode(bytes);
  },
  registerFileSystemProvider(scheme: string, provider: vscode.FileSystemProvider) {
    documents.files.set(scheme, provider);
    return new Disposable(() => documents.files.delete(scheme));
  },
  openTextDocument: async (of: Uri | { readonly content: string }) => ({
    uri: of instanceof Uri ? of : Uri.from({ scheme: 'untitled', path: of.content }),
  }),
  getConfiguration: (section: string) => ({
    get: (key: string, otherwise?: unknown) => editor.settings.get(`${section}.${key}`) ?? otherwise,
    inspect: (key: string) => ({ globalValue: editor.settings.get(`${section}.${key}`) }),
    update: async (key: string, value: unknown) => {
      editor.settings.set(`${section}.${key}`, value);
      configuration.fire({ affectsConfiguration: asked => `${section}.${key}`.startsWith(asked) });
    },
  }),
  fs: {
    writeFile: async (file: Uri, bytes: Uint8Array) =>
      void editor.files.set(file.path, new TextDecoder().decode(bytes)),
    stat: async (file: Uri) => {
      const { scheme, path } = file;
      const provider = documents.files.get(scheme);
      if (provider) return await provider.stat(file as never);
      const text = editor.files.get(path);
      if (text === undefined) throw new Error('FileNotFound');
      return { size: text.length };
    },
    readFile: async (file: Uri) => {
      const { scheme, path } = file;
      const provider = documents.files.get(scheme);
      if (provider) return await provider.readFile(file as never);
      const text = editor.files.get(path);
      if (text === undefined) throw new Error('FileNotFound');
      return new TextEncoder().encode(text);
    },
  },
};
