import { editor, type Item } from './fakeEditor';

type Listener<T> = (value: T) => unknown;

/** What lists and input boxes have in common: they ask when they are shown, and again until the person leaves. */
abstract class FakeBox {
  title = '';
  value = '';
  busy = false;
  #isOpen = false;
  #isAsking = false;
  readonly #accept = new Set<Listener<void>>();
  readonly #hide = new Set<Listener<void>>();

  readonly onDidAccept = (listener: Listener<void>) => this.#on(this.#accept, listener);
  readonly onDidHide = (listener: Listener<void>) => this.#on(this.#hide, listener);
  /** The person types all at once and presses no button. */
  readonly onDidChangeValue = () => ({ dispose: () => undefined });
  readonly onDidTriggerButton = () => ({ dispose: () => undefined });
  readonly onDidTriggerItemButton = () => ({ dispose: () => undefined });

  show(): void {
    this.#isOpen = true;
    if (!this.#isAsking) void this.#answer();
  }

  hide(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const listener of this.#hide) listener();
  }

  dispose(): void {
    this.#isOpen = false;
  }

  protected abstract labels(): readonly string[];
  protected abstract enter(answer: string): void;

  async #answer(): Promise<void> {
    this.#isAsking = true;
    while (this.#isOpen) {
      const [answer] = editor.ask('box', this.title, this.labels()) ?? [];
      if (answer === undefined) {
        this.hide();
        break;
      }
      this.enter(answer);
      for (const listener of this.#accept) listener();
      do await new Promise(resolve => setImmediate(resolve));
      while (this.busy);
    }
    this.#isAsking = false;
  }

  #on<T>(listeners: Set<Listener<T>>, listener: Listener<T>) {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  }
}

export class FakeQuickPick extends FakeBox {
  items: readonly Item[] = [];
  activeItems: readonly Item[] = [];
  selectedItems: readonly Item[] = [];

  protected labels(): readonly string[] {
    // A line without a label of its own is read by its description.
    return this.items.map(({ label, description }) => label.trim() || (description ?? ''));
  }

  protected enter(answer: string): void {
    this.selectedItems = [editor.offered(this.items, answer, ({ label }) => label)];
  }
}

export class FakeInputBox extends FakeBox {
  protected labels(): readonly string[] {
    return [];
  }

  protected enter(answer: string): void {
    this.value = answer;
  }
}
