import { again } from './again';
import { write } from './keyboard';
import { FIELD } from './quickInput';
import { openMenu, take } from './rowMenu';
import { click, clickDialogButton, isVisible, press, type } from './window';

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
    if (await isVisible(FIELD)) await intoField(text);
    else await type(text);
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

/** What has just lost the keyboard may take it back from a field that opens (microsoft/vscode#75209): then a person clicks into the field. */
async function intoField(text: string): Promise<void> {
  let isFirst = true;
  await again('The field has the words', async () => {
    if (!isFirst) await click(FIELD);
    isFirst = false;
    await write(text);
  });
}
