import { GIVE_UP_MS, PATIENCE_MS } from './patience';
import { whatIsShown } from './whatIsShown';

/**
 * Does what VS Code may undo by itself up to three times, as a person would: what it has just closed gives the keyboard back a
 * moment later to where it was (microsoft/vscode#75209), and that closes a list or takes the keys of a field.
 * `attempt` is told how long to wait: what was undone never comes, so only the last attempt has the time of a slow machine.
 */
export async function again(what: string, attempt: (patienceMs: number) => Promise<unknown>): Promise<void> {
  for (let left = 2; ; left -= 1) {
    try {
      await attempt(left === 0 ? PATIENCE_MS : GIVE_UP_MS);
      return;
    } catch (error) {
      if (left === 0) throw new Error(`${what}: not in three attempts.`, { cause: error });
      console.log(`    ${what}: once more, after this:\n${await whatIsShown()}`);
    }
  }
}
