import * as vscode from 'vscode';
import type { Runtime } from '../host/runtime';
import { fileItem } from './fileItem';
import { namedPath } from './named';
import { pickTask } from './pickTask';

/**
 * The file whose row a command was run on, else the one that a person picks of a task; undefined when they leave.
 * @throws {Refusal} unknown-task
 */
export async function pickFile(
  runtime: Runtime,
  argument: unknown,
  title: string,
): Promise<string | undefined> {
  const named = namedPath(argument);
  if (named !== undefined) return named;
  const task = await pickTask(runtime, argument, {
    title,
    suits: ({ completion }) => (completion?.account.own.length ?? 0) > 0,
    empty: vscode.l10n.t('No completed task has changed files.'),
  });
  const account = task?.completion?.account;
  if (!account) return undefined;
  const picked = await vscode.window.showQuickPick(
    [...account.own, ...account.shared].map(({ path, status }) => fileItem(path, status)),
    { title, placeHolder: vscode.l10n.t('Select a file') },
  );
  return picked?.label;
}
