import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import type { Task } from '../../core/workflow/model/state';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { fileItem } from './fileItem';
import { namedPath } from './named';
import { pickTask } from './pickTask';

/** The file of a task that a caller named, else the one a person picks; undefined when they leave or there is none. */
export async function pickChange(
  runtime: Runtime,
  argument: unknown,
  title: string,
): Promise<{ readonly task: Task; readonly change: FileChange } | undefined> {
  const task = await pickTask(runtime, argument, {
    title,
    suits: ({ completion }) => (completion?.account.own.length ?? 0) > 0,
    empty: vscode.l10n.t('No completed task has changed files.'),
  });
  const account = task?.completion?.account;
  if (task && !account) notify('info', vscode.l10n.t('"{0}" has not ended yet.', task.name));
  if (!task || !account) return undefined;
  const changes = [...account.own, ...account.shared];
  const wanted = namedPath(argument);
  const named = changes.find(({ path }) => path === wanted);
  if (named) return { task, change: named };
  const picked = await vscode.window.showQuickPick(
    changes.map(change => ({ ...fileItem(change.path, change.status), change })),
    {
      title: vscode.l10n.t('Changes of "{0}"', task.name),
      placeHolder: vscode.l10n.t('Select a file'),
    },
  );
  return picked && { task, change: picked.change };
}
