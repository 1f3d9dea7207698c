import { activateSelected } from './activateSelected';
import { activateServer } from './activateServer';
import { addTask } from './addTask';
import { addServer } from './addServer';
import { archiveWorkflow } from './archiveWorkflow';
import { cancelCalls } from './cancelCalls';
import { cancelPlan } from './cancelPlan';
import { checkHealth } from './checkHealth';
import { cancelRestore } from './cancelRestore';
import { chooseTools } from './chooseTools';
import { collapseAll } from './collapseAll';
import { compactJournal } from './compactJournal';
import { compareWithNow } from './compareWithNow';
import { confirmRestore } from './confirmRestore';
import { connectJournal } from './connectJournal';
import { copyEntry } from './copyEntry';
import { copyPath } from './copyPath';
import { copyStateKey } from './copyStateKey';
import { copyStateValue } from './copyStateValue';
import { copyRegistryAddress } from './copyRegistryAddress';
import { copyRoundEndpoint } from './copyRoundEndpoint';
import { copySummary } from './copySummary';
import { copyTaskId } from './copyTaskId';
import { deactivateAll } from './deactivateAll';
import { deactivateSelected } from './deactivateSelected';
import { deactivateServer } from './deactivateServer';
import { deleteStateEntry } from './deleteStateEntry';
import { deleteWorkflow } from './deleteWorkflow';
import { disableServer } from './disableServer';
import { disconnectJournal } from './disconnectJournal';
import { editTask } from './editTask';
import { enableServer } from './enableServer';
import { endTask } from './endTask';
import { endWorkflow } from './endWorkflow';
import { enterCredentials } from './enterCredentials';
import { exportWorkflow, exportWorkflowAs } from './exportWorkflow';
import { filterWorkflows } from './filterWorkflows';
import { forgetCredentials } from './forgetCredentials';
import { forgetSession } from './forgetSession';
import { importServers } from './importServers';
import { managePlans } from './managePlans';
import { markReviewed } from './markReviewed';
import { moveTaskDown, moveTaskUp } from './moveTask';
import { newWorkflow } from './newWorkflow';
import { nextReview } from './nextReview';
import { openDocumentation } from './openDocumentation';
import { openFile } from './openFile';
import { openFileChanges } from './openFileChanges';
import { releaseAreas } from './releaseAreas';
import { openChild } from './openChild';
import { openChildChanges } from './openChildChanges';
import { openPlan } from './openPlan';
import { openRound } from './openRound';
import { openSettings } from './openSettings';
import { openSharedState } from './openSharedState';
import { openSnapshot } from './openSnapshot';
import { openTask } from './openTask';
import { openTaskChanges } from './openTaskChanges';
import { openWalkthrough } from './openWalkthrough';
import { openWorkflow } from './openWorkflow';
import { sendToChat } from './sendToChat';
import { sendToChild } from './sendToChild';
import { stopChild } from './stopChild';
import { pausePlan } from './pausePlan';
import { refresh } from './refresh';
import { renameSession } from './renameSession';
import { replayWorkflow } from './replayWorkflow';
import { resetNotifications } from './resetNotifications';
import { restoreHunk } from './restoreHunk';
import { restorePoint } from './restorePoint';
import { restoreTask } from './restoreTask';
import { resumePlan } from './resumePlan';
import { retryPlan } from './retryPlan';
import { revealInSourceControl } from './revealInSourceControl';
import { reviewAll } from './reviewAll';
import { reviewTools } from './reviewTools';
import { runRound } from './runRound';
import { startInChat } from './startInChat';
import { stopRound } from './stopRound';
import { runPlan } from './runPlan';
import { runPlanAgain } from './runPlanAgain';
import { savePlan } from './savePlan';
import { saveToolset } from './saveToolset';
import { searchCatalog } from './searchCatalog';
import { showEntryHistory } from './showEntryHistory';
import { showEnvironment } from './showEnvironment';
import { showFileHistory } from './showFileHistory';
import { showOutput } from './showOutput';
import { showPlanText } from './showPlanText';
import { showServer } from './showServer';
import { stopServer } from './stopServer';
import { restartServer } from './restartServer';
import { turnOnServer } from './turnOnServer';
import { unqueueServer } from './unqueueServer';
import { signIn } from './signIn';
import { signOut } from './signOut';
import { syncRegistry } from './syncRegistry';
import { toggleFeature } from './toggleFeature';
import { toggleServer } from './toggleServer';
import { toggleTaskBlame } from './toggleTaskBlame';
import { undoRestore } from './undoRestore';
import type { Command } from './defineCommand';

/** Every command of ours. */
export const COMMANDS: readonly Command[] = [
  openTask,
  openTaskChanges,
  compareWithNow,
  openFile,
  openFileChanges,
  showFileHistory,
  toggleTaskBlame,
  openSnapshot,
  managePlans,
  openPlan,
  releaseAreas,
  openChild,
  openChildChanges,
  sendToChat,
  sendToChild,
  stopChild,
  showPlanText,
  pausePlan,
  resumePlan,
  cancelPlan,
  retryPlan,
  runPlanAgain,
  markReviewed,
  nextReview,
  reviewAll,
  newWorkflow,
  addTask,
  startInChat,
  editTask,
  moveTaskUp,
  moveTaskDown,
  endTask,
  restoreTask,
  restoreHunk,
  restorePoint,
  confirmRestore,
  cancelRestore,
  undoRestore,
  copyTaskId,
  copyPath,
  copyEntry,
  revealInSourceControl,
  openWorkflow,
  replayWorkflow,
  exportWorkflow,
  exportWorkflowAs,
  copySummary,
  endWorkflow,
  archiveWorkflow,
  deleteWorkflow,
  openSharedState,
  copyStateKey,
  showEntryHistory,
  copyStateValue,
  deleteStateEntry,
  toggleServer,
  toggleFeature,
  turnOnServer,
  unqueueServer,
  activateServer,
  deactivateServer,
  restartServer,
  stopServer,
  activateSelected,
  deactivateSelected,
  deactivateAll,
  chooseTools,
  runRound,
  openRound,
  stopRound,
  copyRoundEndpoint,
  runPlan,
  savePlan,
  saveToolset,
  cancelCalls,
  renameSession,
  forgetSession,
  searchCatalog,
  enableServer,
  disableServer,
  checkHealth,
  addServer,
  syncRegistry,
  connectJournal,
  disconnectJournal,
  copyRegistryAddress,
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

/** @throws {Error} for one that only the manifest knows */
export function commandOf(id: string): Command {
  const command = COMMANDS.find(each => each.id === id);
  if (!command) throw new Error(`There is no command "${id}".`);
  return command;
}
