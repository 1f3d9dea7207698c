import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import { activateServer } from './activateServer';
import { deactivateAll } from './deactivateAll';
import { deactivateServer } from './deactivateServer';
import type { Command, CommandContext } from './defineCommand';
import { enterCredentials } from './enterCredentials';
import { forgetCredentials } from './forgetCredentials';
import { showEnvironment } from './showEnvironment';
import { showOutput } from './showOutput';
import { toggleServer } from './toggleServer';

const COMMANDS: readonly Command[] = [
  toggleServer,
  activateServer,
  deactivateServer,
  deactivateAll,
  enterCredentials,
  forgetCredentials,
  showEnvironment,
  showOutput,
];

/** Registers every command, with the one place where the editor's side catches. */
export function registerCommands(context: CommandContext): readonly vscode.Disposable[] {
  return COMMANDS.map(command =>
    vscode.commands.registerCommand(command.id, async (argument?: unknown) => {
      try {
        await command.run(context, argument);
      } catch (error) {
        await tell(error, command, context);
      }
    }),
  );
}

async function tell(error: unknown, { id }: Command, { log, output }: CommandContext): Promise<void> {
  if (Refusal.is(error, 'untrusted-workspace')) {
    const manage = vscode.l10n.t('Manage Workspace Trust');
    const answer = await vscode.window.showWarningMessage(error.message, manage);
    if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  if (Refusal.is(error)) {
    await vscode.window.showWarningMessage(error.message);
    return;
  }
  log.error('A command failed', { command: id, error: error instanceof Error ? (error.stack ?? '') : 'unknown' });
  const show = vscode.l10n.t('Show Output');
  const text = vscode.l10n.t('Switchyard could not do that. The output says why.');
  if ((await vscode.window.showErrorMessage(text, show)) === show) output.show();
}
