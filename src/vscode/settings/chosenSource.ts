import * as vscode from 'vscode';
import type { CatalogSourceReading, EntrySource } from '../../core/catalog/entry/entry';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import { settingLevels } from './settingLevels';

/** What a person can leave out of the catalog, as the setting calls it. */
type Choice = 'builtin' | 'imported' | 'workspace';

/** A source of the catalog that counts where the settings name it. */
export class ChosenSource implements CatalogSource {
  readonly #choice: Choice;
  readonly #kind: EntrySource;
  readonly #source: CatalogSource;

  constructor(choice: Choice, kind: EntrySource, source: CatalogSource) {
    this.#choice = choice;
    this.#kind = kind;
    this.#source = source;
  }

  async read(): Promise<CatalogSourceReading> {
    const isChosen = settingLevels('catalog.sources').every(
      value => !Array.isArray(value) || value.includes(this.#choice),
    );
    return isChosen ? await this.#source.read() : { source: this.#kind, entries: [], problems: [] };
  }

  onDidChange(listener: () => void): vscode.Disposable {
    const owned = [
      this.#source.onDidChange(listener),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('switchyard.catalog.sources')) listener();
      }),
    ];
    return vscode.Disposable.from(...owned);
  }
}
