import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import { activateSelected } from './activateSelected';
import { activateServer } from './activateServer';
import { addServer } from './addServer';
import { archiveWorkflow } from './archiveWorkflow';
import { checkHealth } from './checkHealth';
import { collapseAll } from './collapseAll';
import { copyEntry } from './copyEntry';
import { copyPath } from './copyPath';
import { copyStateKey } from './copyStateKey';
import { copyStateValue } from './copyStateValue';
import { copySummary } from './copySummary';
import { copyTaskId } from './copyTaskId';
import { deactivateAll } from './deactivateAll';
import { deactivateSelected } from './deactivateSelected';
import { deactivateServer } from './deactivateServer';
import { disableServer } from './disableServer';
import { enableServer } from './enableServer';
import { notify } from '../questions/notify';
import { deleteStateEntry } from './deleteStateEntry';
import { deleteWorkflow } from './deleteWorkflow';
import { endTask } from './endTask';
import { endWorkflow } from './endWorkflow';
import { exportWorkflow } from './exportWorkflow';
import { filterWorkflows } from './filterWorkflows';
import { forgetSession } from './forgetSession';
import { markReviewed } from './markReviewed';
import { nextReview } from './nextReview';
import { openSettings } from './openSettings';
import { openWalkthrough } from './openWalkthrough';
import { resetNotifications } from './resetNotifications';
import { openDocumentation } from './openDocumentation';
import { openFile } from './openFile';
import { openFileChanges } from './openFileChanges';
import { openSharedState } from './openSharedState';
import { openSnapshot } from './openSnapshot';
import { openTask } from './openTask';
import { openTaskChanges } from './openTaskChanges';
import { openWorkflow } from './openWorkflow';
import { refresh } from './refresh';
import { renameSession } from './renameSession';
import { revealInSourceControl } from './revealInSourceControl';
import { reviewTools } from './reviewTools';
import { restoreTask } from './restoreTask';
import { undoRestore } from './undoRestore';
import type { Command, CommandContext } from './defineCommand';
import { enterCredentials } from './enterCredentials';
import { forgetCredentials } from './forgetCredentials';
import { importServers } from './importServers';
import { searchCatalog } from './searchCatalog';
import { signIn } from './signIn';
import { signOut } from './signOut';
import { compactJournal } from './compactJournal';
import { showEnvironment } from './showEnvironment';
import { showOutput } from './showOutput';
import { showServer } from './showServer';
import { toggleFeature } from './toggleFeature';
import { toggleServer } from './toggleServer';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';

const COMMANDS: readonly Command[] = [
  openTask,
  openTaskChanges,
  openFile,
  openFileChanges,
  openSnapshot,
  markReviewed,
  nextReview,
  endTask,
  restoreTask,
  undoRestore,
  copyTaskId,
  copyPath,
  copyEntry,
  revealInSourceControl,
  openWorkflow,
  exportWorkflow,
  copySummary,
  endWorkflow,
  archiveWorkflow,
  deleteWorkflow,
  openSharedState,
  copyStateKey,
  copyStateValue,
  deleteStateEntry,
  toggleServer,
  toggleFeature,
  activateServer,
  deactivateServer,
  activateSelected,
  deactivateSelected,
  deactivateAll,
  renameSession,
  forgetSession,
  searchCatalog,
  enableServer,
  disableServer,
  checkHealth,
  addServer,
  importServers,
  enterCredentials,
  forgetCredentials,
  reviewTools,
  signIn,
  signOut,
  showServer,
  openDocumentation,
  compactJournal,
  showEnvironment,
  showOutput,
  openSettings,
  openWalkthrough,
  resetNotifications,
  filterWorkflows,
  collapseAll,
  refresh,
];

/** Registers every command, with the one place where the editor's side catches. */
export function registerCommands(context: CommandContext): readonly vscode.Disposable[] {
  return COMMANDS.map(command =>
    vscode.commands.registerCommand(command.id, async (argument?: unknown) => {
      try {
        await command.run(context, context.explorer.resolve(argument));
      } catch (error) {
        tell(error, command, context);
      }
    }),
  );
}

function tell(error: unknown, { id }: Command, { host, log, output }: CommandContext): void {
  if (Refusal.is(error, 'untrusted-workspace')) {
    const manage = vscode.l10n.t('Manage Workspace Trust');
    const run = () => vscode.commands.executeCommand('workbench.trust.manage');
    return notify('warning', error.message, { label: manage, run });
  }
  if (Refusal.is(error)) return notify('warning', refusalWords(error, editorWording()));
  log.error('A command failed', {
    command: id,
    error: error instanceof Error ? (error.stack ?? '') : 'unknown',
  });
  const show = vscode.l10n.t('Show Output');
  // In the words of ProblemNotes: the editor shows the same text once.
  const text = host.hasFailed
    ? vscode.l10n.t('Switchyard could not start here. The output says why.')
    : vscode.l10n.t('Switchyard could not do that. The output says why.');
  notify('error', text, { label: show, run: () => output.show() });
}
