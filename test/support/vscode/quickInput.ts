/** The list of choices, or the field, that VS Code opens at the top of the window. */
import { again } from './again';
import { GIVE_UP_MS } from './patience';
import { until } from './until';
import { click, evaluateNow, textOf } from './window';

export const PICK = '.quick-input-widget';
/** The field of the open list, or of what asks for a text. */
export const FIELD = `${PICK} .quick-input-box input`;

/** Waits until something of this title is open and takes keys. */
export async function untilTitled(title: string, timeoutMs?: number): Promise<void> {
  await textOf(`.quick-input-title >> text=${title}`, timeoutMs);
  await clickUntilItTakesKeys();
}

/** The same for a list or field that says these words anywhere. */
export async function untilAsked(words: string): Promise<void> {
  await textOf(`${PICK} >> text=${words}`);
  await clickUntilItTakesKeys();
}

/** Waits until what is typed goes into the field: it is seen before it has the keyboard. */
export async function untilFieldHasKeyboard(): Promise<void> {
  const script = 'return element.ownerDocument.activeElement === element';
  await until(
    'The field has the keyboard',
    async () => (await evaluateNow(FIELD, script)) === true,
    GIVE_UP_MS,
  );
}

/** What has just lost the keyboard may take it back from a field that opens (microsoft/vscode#75209): then a person clicks into the field. */
async function clickUntilItTakesKeys(): Promise<void> {
  let isFirst = true;
  await again('The field has the keyboard', async () => {
    if (!isFirst) await click(FIELD);
    isFirst = false;
    await untilFieldHasKeyboard();
  });
}
