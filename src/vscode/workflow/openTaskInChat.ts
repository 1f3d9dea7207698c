import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Task } from '../../core/workflow/model/state';
import { runNative } from '../host/nativeCommand';

/** Asks the agent in VS Code's chat to work on a task; it names the call, so that any model can. @throws {Refusal} no-native-command */
export async function openTaskInChat({ id, name }: Pick<Task, 'id' | 'name'>): Promise<void> {
  // Sent at once: a partial query would replace what stands in the chat's own field.
  await runNative('workbench.action.chat.open', vscode.l10n.t('Open Chat'), {
    mode: 'agent',
    query: vscode.l10n.t(
      'Work on the task "{0}": call start_task with resume_task_id "{1}".',
      oneLine(name, 80),
      id,
    ),
  });
}
