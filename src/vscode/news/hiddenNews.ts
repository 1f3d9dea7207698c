import type * as vscode from 'vscode';

const KEY = 'switchyard.hiddenNotifications';

/** What a person does not want to be told of again, in any window. */
export class HiddenNews {
  readonly #store: vscode.Memento;

  constructor(store: vscode.Memento) {
    this.#store = store;
  }

  has(id: string): boolean {
    return this.#ids().includes(id);
  }

  async hide(id: string): Promise<void> {
    await this.#store.update(KEY, [...new Set([...this.#ids(), id])]);
  }

  /** Tells of everything again. @returns how many kinds were hidden. */
  async reset(): Promise<number> {
    const { length } = this.#ids();
    await this.#store.update(KEY, undefined);
    return length;
  }

  #ids(): readonly string[] {
    const stored = this.#store.get<unknown>(KEY);
    return Array.isArray(stored) ? stored.map(String) : [];
  }
}
