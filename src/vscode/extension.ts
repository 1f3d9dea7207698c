import * as vscode from 'vscode';
import { LogTail } from '../core/support/logTail';
import { Redactor } from '../core/support/redactor';
import { ReviewWalk } from '../core/workflow/report/reviewWalk';
import { systemClock } from '../node/machine/systemClock';
import { showCatalogProblems } from './catalog/catalogDiagnostics';
import { registerCommands } from './commands/registerCommands';
import { followTurnOns, setContextKeys } from './contextKeys';
import { registerDeepLinks } from './links/deepLinks';
import { registerDefinitionProvider } from './host/definitionProvider';
import { Explorer } from './explorer/explorer';
import { serveFromTheStart } from './host/serveFromTheStart';
import { RuntimeHost } from './host/runtimeHost';
import { outputLog } from './host/outputLog';
import { followBlameSetting } from './blame/blameSwitch';
import { askAboutUnfinishedRestores } from './restore/unfinishedRestores';
import { News } from './news/news';
import { ProblemNotes } from './catalog/problemNotes';
import { createStatusBar } from './status/statusBar';
import { allPages } from './pages/allPages';
import { registerToolDocuments } from './documents/toolDocuments';
import { RestoreQuestion } from './workflow/restoreQuestion';
import { registerSnapshotDocuments } from './workflow/snapshotDocuments';
import { registerWorkflowDocuments } from './documents/workflowDocument';
import { registerEnvironmentDocument } from './documents/environmentDocument';
import { registerChildDocuments } from './documents/childDocument';
import { registerEntryDocuments } from './documents/entryDocument';
import { registerRoundDocuments } from './documents/roundDocument';
import { followRunning } from './documents/runningDocuments';
import { registerPlanDocuments } from './documents/planDocument';

let running: RuntimeHost | undefined;

/**
 * Registers what VS Code may ask for, and starts nothing: the protocol, git and SQLite are loaded on first use
 *.
 */
export function activate(context: vscode.ExtensionContext): void {
  const startedMs = performance.now();
  const output = vscode.window.createOutputChannel('Switchyard', { log: true });
  const redactor = new Redactor();
  const logTail = new LogTail(outputLog(output), systemClock);
  const log = redactor.log(logTail);
  const host = new RuntimeHost(context, log, redactor, logTail);
  running = host;
  const news = new News(host, context);
  const shared = { host, log, extension: context.extensionUri, memory: context.workspaceState };
  const explorer = new Explorer(shared);
  const pages = allPages(shared, context.subscriptions);
  const restoreQuestion = new RestoreQuestion();
  context.subscriptions.push(
    output,
    restoreQuestion,
    registerDefinitionProvider(context, host),
    registerEnvironmentDocument(host),
    registerPlanDocuments(host),
    registerChildDocuments(host),
    registerRoundDocuments(host),
    registerEntryDocuments(host),
    followRunning(host),
    registerWorkflowDocuments(host),
    registerSnapshotDocuments(host),
    registerToolDocuments(host),
    registerDeepLinks(),
    createStatusBar(host),
    explorer,
    new ProblemNotes(host, output),
    showCatalogProblems(host),
    news,
    askAboutUnfinishedRestores(host, log),
    followBlameSetting(host, log),
    serveFromTheStart(host),
    followTurnOns(host),
    ...registerCommands(contributedCommands(context), {
      host,
      output,
      log,
      secrets: context.secrets,
      reviewWalk: new ReviewWalk(),
      explorer,
      hiddenNews: news.hidden,
      pages,
      restoreQuestion,
    }),
  );
  setContextKeys();
  log.info('Activated', { ms: Math.round(performance.now() - startedMs) });
}

/** Ends every server we started. VS Code waits 5 s in all. */
export async function deactivate(): Promise<void> {
  await running?.stop();
}

/** The ids of our commands, as package.json has them. */
function contributedCommands({ extension }: vscode.ExtensionContext): readonly string[] {
  const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
  return contributes.commands.map(({ command }) => command);
}
