import * as vscode from 'vscode';
import type { ConflictChoice, RestorePlan, RestoreStep, RestoreWay } from '../../core/snapshots/snapshot';
import { withStayingToo } from '../../core/snapshots/stayingToo';
import { workspaceFile } from '../catalog/workspaceFile';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { snapshotUri } from '../workflow/snapshotDocuments';

/** Button of a conflict: shows both sides. */
const COMPARE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff'),
  get tooltip() {
    return vscode.l10n.t('Compare');
  },
};

/**
 * Asks about each file that was changed later in the same place. Undefined when the person leaves: then nothing is changed
 * at all.
 */
export async function chooseConflicts(
  task: string,
  plan: RestorePlan,
): Promise<ReadonlyMap<string, ConflictChoice> | undefined> {
  const choices = new Map<string, ConflictChoice>();
  const left = plan.steps.filter(({ action }) => action === 'conflict');
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const alike = left.filter(other => isShared(other) === isShared(step));
    const answer = await ask(task, step, plan.way, 1 + alike.length);
    if (answer === undefined) return undefined;
    for (const { path } of answer.isForAll ? [step, ...alike] : [step]) choices.set(path, answer.choice);
    if (answer.isForAll) left.splice(0, left.length, ...left.filter(({ path }) => !choices.has(path)));
  }
  return withStayingToo(plan, choices);
}

/** What may be another task's work is asked about on its own. */
function isShared({ sharedWith }: RestoreStep): boolean {
  return sharedWith !== undefined;
}

/** What a person chose, for one file or for all that are asked about in the same words. */
interface Answer {
  readonly choice: ConflictChoice;
  readonly isForAll: boolean;
}

async function ask(
  task: string,
  { path, mergeObstacle = null, mergesCleanly = false, sharedWith }: RestoreStep,
  way: RestoreWay,
  count: number,
): Promise<Answer | undefined> {
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & Answer>();
  const words = wordsOf(way, path);
  pick.title =
    sharedWith === undefined ? words.title : vscode.l10n.t('{0} may also be the work of another task', path);
  pick.ignoreFocusOut = true;
  pick.buttons = [COMPARE];
  pick.items = [
    { label: vscode.l10n.t('Keep current version'), choice: 'mine', isForAll: false },
    { label: words.theirs, choice: 'theirs', isForAll: false },
    ...(mergeObstacle === null ? [mergeItem(mergesCleanly)] : []),
    ...(count > 1 ? forAll(words.theirs, count) : []),
  ];
  if (mergeObstacle !== null) pick.placeholder = vscode.l10n.t("Can't merge: {0}", mergeObstacle);
  return await new Promise((resolve, reject) => {
    const owned = [
      pick,
      // Shows a diff beside; the question stays.
      pick.onDidTriggerButton(() => void compare(task, path, way, words.diff).catch(reject)),
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]);
        pick.hide();
      }),
      pick.onDidHide(() => {
        vscode.Disposable.from(...owned).dispose();
        resolve(undefined); // Does nothing after an answer.
      }),
    ];
    pick.show();
  });
}

/** The same for every file that is left: a task of hundreds of files asks once. */
function forAll(theirs: string, count: number): readonly (vscode.QuickPickItem & Answer)[] {
  const files = fileCount(count, editorWording());
  const said = (label: string): string => vscode.l10n.t('{0}, for all that are left ({1})', label, files);
  return [
    { label: said(vscode.l10n.t('Keep current version')), choice: 'mine', isForAll: true },
    { label: said(theirs), choice: 'theirs', isForAll: true },
  ];
}

function mergeItem(isClean: boolean) {
  return {
    label: vscode.l10n.t('Merge'),
    detail: isClean
      ? vscode.l10n.t("Removes the task's change and keeps the rest")
      : vscode.l10n.t('Writes both versions with conflict markers and opens the file'),
    choice: 'markers' as const,
    isForAll: false,
  };
}

function wordsOf(way: RestoreWay, path: string) {
  return way === 'restore'
    ? {
        title: vscode.l10n.t('{0} was changed after the task, in the same place', path),
        theirs: vscode.l10n.t('Use version before task'),
        diff: vscode.l10n.t('{0} (Before the Task ↔ Now)', path),
      }
    : {
        title: vscode.l10n.t('{0} was changed after the restore, in the same place', path),
        theirs: vscode.l10n.t('Use version before restore'),
        diff: vscode.l10n.t('{0} (Before the Restore ↔ Now)', path),
      };
}

async function compare(task: string, path: string, way: RestoreWay, title: string): Promise<void> {
  const now = workspaceFile(path);
  if (!now) return;
  await vscode.commands.executeCommand(
    'vscode.diff',
    snapshotUri(task, path, way === 'restore' ? 'before' : 'unrestored'),
    now,
    title,
  );
}
