import { whatIsShown } from './whatIsShown';

/**
 * Does what VS Code may undo by itself up to three times, as a person would: what it has just closed gives the keyboard back a
 * moment later to where it was (microsoft/vscode#75209), and that closes a list or takes the keys of a field.
 */
export async function again(what: string, attempt: () => Promise<unknown>): Promise<void> {
  for (let left = 2; ; left -= 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (left === 0) throw new Error(`${what}: not in three attempts.`, { cause: error });
      console.log(`    ${what}: once more, after this:\n${await whatIsShown()}`);
    }
  }
}
