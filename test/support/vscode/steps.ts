import { openMenu, take } from './rowMenu';
import { click, clickDialogButton, press, type } from './window';

/** What a person does for one job, counted as they would: each click, each key, and a text as one. */
export class Steps {
  readonly #done: string[] = [];

  async click(selector: string, what: string): Promise<void> {
    await click(selector);
    this.#done.push(`click ${what}`);
  }

  async answer(label: string): Promise<void> {
    await clickDialogButton(label);
    this.#done.push(`click ${label}`);
  }

  async press(keys: string): Promise<void> {
    await press(keys);
    this.#done.push(keys);
  }

  async type(text: string): Promise<void> {
    await type(text);
    this.#done.push('text');
  }

  /** Opens the menu of the row that has the focus, and takes a command of it. */
  async menu(view: string, command: string): Promise<void> {
    await openMenu(view);
    await take(command);
    this.#done.push('menu', `click ${command}`);
  }

  get done(): readonly string[] {
    return this.#done;
  }
}
