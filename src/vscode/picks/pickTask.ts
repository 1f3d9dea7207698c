import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { type Task, waitsForReview } from '../../core/workflow/model/state';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { shownStatus, taskState } from '../words/stateWords';
import { named } from './named';
import { withoutIcons } from '../words/withoutIcons';

interface TaskPick {
  readonly title: string;
  /** Which tasks can be picked. */
  readonly suits: (task: Task) => boolean;
  /** Said instead of an empty list. */
  readonly empty: string;
}

/**
 * The task a caller named, else the one a person picks; undefined when they leave or there is none.
 * @throws {Refusal} unknown-task
 */
export async function pickTask(
  { core }: Runtime,
  argument: unknown,
  pick: TaskPick,
): Promise<Task | undefined> {
  const id = named(argument, 'task');
  if (id !== undefined) return core.workflows.task(id);
  const items = core.workflows.all().flatMap(workflow => {
    const tasks = core.workflows.tasks(workflow.id).filter(pick.suits);
    if (workflow.isArchived || tasks.length === 0) return [];
    const title = { label: oneLine(workflow.name, 80), kind: vscode.QuickPickItemKind.Separator };
    return [title, ...tasks.map(task => ({ ...itemOf(task), task }))];
  });
  if (items.length === 0) {
    notify('info', pick.empty);
    return undefined;
  }
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { task?: Task }>(items, {
    title: pick.title,
    placeHolder: vscode.l10n.t('Select a task'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.task;
}

function itemOf(task: Task): vscode.QuickPickItem {
  const files = task.completion?.account.own.length;
  return {
    label: withoutIcons(oneLine(task.name, 80)),
    description: [
      taskState(shownStatus(task), vscode.l10n.t),
      ...(files === undefined ? [] : [fileCount(files, editorWording())]),
      ...(waitsForReview(task) ? [vscode.l10n.t('to review')] : []),
    ].join(' · '),
    detail: withoutIcons(oneLine(task.goal, 160)),
  };
}
