import * as vscode from 'vscode';
import type { RestoredFile, RestorePlan } from '../../core/snapshots/snapshot';
import type { RestoreChoices } from '../../core/workflow/restores';
import type { Workflows } from '../../core/workflow/workflows';
import { workspaceFile } from '../catalog/workspaceFile';
import { notify } from '../questions/notify';
import { restWords, showDiffs, type Sides } from '../questions/showDiffs';
import { withProgress } from '../questions/withProgress';
import { fileCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { previewLabel, type RestoreQuestion } from '../workflow/restoreQuestion';
import { leftWords } from '../words/stateWords';

/** Of documents that show what files would hold. They are there while the question is. */
const SCHEME = 'switchyard-restore';

/** What is asked. */
export interface RestorePreview {
  readonly plan: RestorePlan;
  readonly choices: RestoreChoices;
  /** As in `Restore "Routes"`. */
  readonly title: string;
  readonly more?: string | undefined;
}

/**
 * Shows what the files hold now and would hold then, as diffs, and asks: the diffs are what a person says yes to. Conflicts are settled
 * before. False where they leave, and where nothing would change.
 */
export async function isRestoreConfirmed(
  workflows: Pick<Workflows, 'previewRestore'>,
  asking: Pick<RestoreQuestion, 'ask'>,
  { plan, choices, title, more }: RestorePreview,
): Promise<boolean> {
  const files = await withProgress(vscode.l10n.t('Preparing the restore preview…'), signal =>
    workflows.previewRestore(plan.id, choices, signal),
  );
  if (!files) return false;
  if (files.length === 0) {
    notify('info', vscode.l10n.t('Nothing was changed: every file stays as it is now.'));
    return false;
  }
  const documents = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: uri => contentAt(files, uri),
  });
  const label = previewLabel(title);
  // An earlier preview of that name is a no from here on: it would take this one with it as it goes.
  await closeTabs(label);
  try {
    await showDiffs(
      label,
      files.map(file => sidesOf(plan.id, file)),
    );
    return await asking.ask(label, wordsOf(plan, files, [title, more]));
  } finally {
    await closeTabs(label);
    documents.dispose();
  }
}

function wordsOf(
  plan: RestorePlan,
  files: readonly RestoredFile[],
  [title, more]: readonly [string, string | undefined],
): string {
  const { t } = vscode.l10n;
  const count = (all: readonly RestoredFile[]): string => fileCount(all.length, editorWording());
  const deleted = files.filter(({ goal }) => goal === null);
  const written = files.filter(({ goal }) => goal !== null);
  return [
    t('{0}? Review the changes, then confirm.', title),
    ...(more === undefined ? [] : [more]),
    ...(written.length > 0 ? [t('Writes {0}.', count(written))] : []),
    ...(deleted.length > 0 ? [t('Deletes {0}.', count(deleted))] : []),
    ...restWords(files.length),
    ...leftOf(plan, files),
    t('This can be undone.'),
  ].join(' ');
}

/** Why files of the plan stay as they are, where nobody chose that. */
function leftOf({ steps }: RestorePlan, files: readonly RestoredFile[]): readonly string[] {
  const { t } = editorWording();
  const changed = new Set(files.map(({ path }) => path));
  return steps
    .filter(
      ({ path, action }) => !changed.has(path) && (action === 'impossible' || action === 'keep-ignored'),
    )
    .slice(0, 3)
    .map(step => t('Not restored: {0} ({1})', step.path, leftWords(step, t)));
}

function sidesOf(plan: string, { path, now, goal }: RestoredFile): Sides {
  const side = (which: 'now' | 'goal') =>
    vscode.Uri.from({
      scheme: SCHEME,
      path: `/${path}`,
      query: new URLSearchParams({ plan, which }).toString(),
    });
  return [side('goal'), now === null ? undefined : side('now'), goal === null ? undefined : side('goal')];
}

/** In the encoding in which the editor shows the file itself. */
async function contentAt(files: readonly RestoredFile[], { path, query }: vscode.Uri): Promise<string> {
  const file = files.find(each => each.path === path.slice(1));
  const bytes = new URLSearchParams(query).get('which') === 'now' ? file?.now : file?.goal;
  if (!file || !bytes) return '';
  const uri = workspaceFile(file.path);
  // It refuses what is no text.
  const text = uri && (await vscode.workspace.decode(bytes, { uri }).then(undefined, () => undefined));
  return text ?? new TextDecoder().decode(bytes);
}

/** VS Code writes the number of files behind the label. */
async function closeTabs(label: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(tab => tab.label.startsWith(label)));
}
