/**
 * Supports the tests from inside VS Code, as an extension of its own so that the product's manifest stays clean: it is
 * the language model that plays scripts, and it runs the tests where VS Code must not (launcher, "real" dialogs).
 */
import { type ExtensionContext, lm } from 'vscode';
import { VENDOR } from '../vscode/script';
import { askLauncher } from '../vscode/window';
import { ScriptPlayer } from './scriptPlayer';

/** @returns the player: what `extensions.getExtension(…).exports` hands to tests. */
export function activate(context: ExtensionContext): ScriptPlayer {
  const player = new ScriptPlayer();
  context.subscriptions.push(player, lm.registerLanguageModelChatProvider(VENDOR, player));

  const testModule = process.env['SWITCHYARD_TEST_MODULE'];
  // Not awaited: the tests need this extension active.
  if (testModule !== undefined) setImmediate(() => void runTests(testModule));
  return player;
}

async function runTests(testModule: string): Promise<void> {
  let code = 0;
  try {
    const { run } = require(testModule) as { readonly run: () => Promise<void> };
    await run();
  } catch (error) {
    code = 1;
    await askLauncher('say', {
      line: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  await askLauncher('exit', { code });
}
