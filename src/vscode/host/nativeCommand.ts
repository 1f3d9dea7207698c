import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';

/**
 * Runs a command of VS Code's own. Most are not documented, so a version may lack one: then the person is told what to look for.
 * @throws {Refusal} no-native-command
 */
export async function runNative(id: string, title: string, ...args: readonly unknown[]): Promise<void> {
  try {
    await vscode.commands.executeCommand(id, ...args);
  } catch (error) {
    throw new Refusal(
      'no-native-command',
      vscode.l10n.t(
        'This version of VS Code couldn\'t open "{0}". Search for it in the Command Palette.',
        title,
      ),
      { cause: String(error) },
    );
  }
}
