import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import { runNative } from '../host/nativeCommand';
import { notify } from '../questions/notify';
import type { CommandContext } from './defineCommand';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';

/**
 * Registers the commands that the manifest contributes, with the one place where the editor's side catches. What they do is loaded
 * when the first of them is run.
 */
export function registerCommands(
  ids: readonly string[],
  context: CommandContext,
): readonly vscode.Disposable[] {
  return ids.map(id =>
    vscode.commands.registerCommand(id, async (argument?: unknown) => {
      try {
        const { commandOf } = await import('./allCommands');
        await commandOf(id).run(context, context.explorer.resolve(argument));
      } catch (error) {
        tell(error, id, context);
      }
    }),
  );
}

function tell(error: unknown, id: string, { host, log, output }: CommandContext): void {
  if (Refusal.is(error, 'untrusted-workspace')) {
    const manage = vscode.l10n.t('Manage Workspace Trust');
    const run = () => vscode.commands.executeCommand('workbench.trust.manage');
    return notify('warning', error.message, { label: manage, run });
  }
  if (Refusal.is(error, 'no-session')) {
    const open = vscode.l10n.t('Open Chat');
    const run = () => runNative('workbench.action.chat.open', open, { mode: 'agent' });
    return notify('info', error.message, { label: open, run });
  }
  if (Refusal.is(error)) return notify('warning', refusalWords(error, editorWording()));
  log.error('A command failed', {
    command: id,
    error: error instanceof Error ? (error.stack ?? '') : 'unknown',
  });
  const show = vscode.l10n.t('Show Output');
  // In the words of ProblemNotes: the editor shows the same text once.
  const text = host.hasFailed
    ? vscode.l10n.t("Switchyard couldn't start here. See the output for details.")
    : vscode.l10n.t("Switchyard couldn't complete the action. See the output for details.");
  notify('error', text, { label: show, run: () => output.show() });
}
