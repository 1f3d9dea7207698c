import * as vscode from 'vscode';
import type { Task } from '../../core/workflow/model/state';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { pickTask } from './pickTask';

/** A task that has not begun: one that a caller named, else the one that a person picks. @throws {Refusal} unknown-task */
export async function pickPlannedTask(
  runtime: Runtime,
  argument: unknown,
  title: string,
): Promise<Task | undefined> {
  const task = await pickTask(runtime, argument, {
    title,
    suits: ({ status }) => status === 'planned',
    empty: vscode.l10n.t('No task is planned.'),
  });
  if (task === undefined || task.status === 'planned') return task;
  notify('info', vscode.l10n.t('Only a planned task can be edited or moved.'));
  return undefined;
}
