import * as vscode from 'vscode';
import { askText } from './askText';

/** Longest goal of a task, in characters, as `start_task` takes it. */
const MAX_GOAL = 8_000;

/** Asks what a task is to achieve. `value`: how it was put before. Undefined when the person leaves. */
export async function askGoal(title: string, value = ''): Promise<string | undefined> {
  const { l10n } = vscode;
  return await askText({
    title,
    value,
    prompt: l10n.t(
      'Agents see the task in the workflow, and as the next step when they complete another one.',
    ),
    placeHolder: l10n.t("Goal, for example 'Add tests for the sign-in form'"),
    missing: l10n.t('Describe what the task should achieve.'),
    most: MAX_GOAL,
  });
}
