import * as vscode from 'vscode';
import type { ImportedServers } from '../../node/imports/importedServers';

/** Which servers the files of other tools have otherwise than they were imported. Changes nothing. */
export class ImportNews implements vscode.Disposable {
  readonly #owned: readonly vscode.Disposable[];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #names: readonly string[] = [];

  constructor(imports: Pick<ImportedServers, 'onDidChange' | 'onDidFindDifferences'>) {
    this.#owned = [
      this.#changed,
      // Taken over, or changed again: what still differs is told anew.
      imports.onDidChange(() => this.#set([])),
      imports.onDidFindDifferences(news => this.#set(news.map(({ id }) => `"${id}"`))),
    ];
  }

  /** In one sentence; undefined where there is nothing to say. */
  get text(): string | undefined {
    if (this.#names.length === 0) return undefined;
    return vscode.l10n.t(
      'The configuration of another tool has changed: {0}. Your imported servers stay the same until you import the change.',
      this.#names.join(', '),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned).dispose();
  }

  #set(names: readonly string[]): void {
    this.#names = names;
    this.#changed.fire();
  }
}
