import * as vscode from 'vscode';
import { oneLine } from '../core/catalog/plainText';
import type { Workflows } from '../core/workflow/workflows';
import type { Runtime } from './runtime';
import type { RuntimeHost } from './runtimeHost';
import { budgetWarnings, usageOf } from './summary';
import { numeral, percent, plural, tokenCount, toolCount } from './words/amounts';
import { editorWording } from './words/editorWording';

/** Streams of events that the item is drawn from. */
const SHOWN: ReadonlySet<string> = new Set(['gateway', 'workflow', 'taskActivity']);

/** One quiet item: how many servers and tools the chats of this window use. Click: toggle a server. */
export function createStatusBar(host: RuntimeHost): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('switchyard.status', vscode.StatusBarAlignment.Left, 50);
  item.name = 'Switchyard';
  item.command = 'switchyard.toggleServer';
  const owned: vscode.Disposable[] = [item];
  const show = (): void => draw(item, host.current);
  owned.push(
    vscode.workspace.onDidGrantWorkspaceTrust(show),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('switchyard.statusBar')) show();
    }),
    host.onDidStart(({ core }) => {
      owned.push(
        core.bus.subscribe(event => SHOWN.has(event.stream) && show()),
        core.catalog.onDidChange(show),
      );
      show();
    }),
  );
  show();
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

function draw(item: vscode.StatusBarItem, runtime: Runtime | undefined): void {
  if (!vscode.workspace.getConfiguration('switchyard').get('statusBar.visible', true)) return item.hide();
  if (!vscode.workspace.isTrusted) {
    item.text = '$(plug) $(shield)';
    item.tooltip = vscode.l10n.t('Switchyard: this workspace is not trusted, so no server is started here.');
    item.command = 'workbench.trust.manage';
    return item.show();
  }
  item.command = 'switchyard.toggleServer';
  if (!runtime) {
    item.text = '$(plug)';
    item.tooltip = vscode.l10n.t('Switchyard: no chat has used it yet.');
    return item.show();
  }
  const wording = editorWording();
  const { servers, tools, tokens } = usageOf(runtime.core.gateway);
  const running = runningTask(runtime.core.workflows);
  if (running !== undefined) {
    item.text = `$(loading~spin) ${running.text}`;
    item.tooltip = vscode.l10n.t('Switchyard: a task is running. Click to open it.');
    item.command = { title: '', command: 'switchyard.openTask', arguments: [running.id] };
    return item.show();
  }
  item.text = servers.length === 0 ? '$(plug)' : `$(plug) ${servers.length} · ${toolCount(tools, wording)}`;
  const problems = runtime.core.catalog.problems().length;
  const lines = [
    servers.length === 0
      ? vscode.l10n.t('Switchyard: no server is switched on.')
      : vscode.l10n.t(
          'Switchyard: {0} · {1}, {2}',
          servers.join(', '),
          toolCount(tools, wording),
          tokenCount(tokens, wording),
        ),
    ...budgetWarnings(runtime.core.gateway),
    ...(problems === 0 ? [] : [problemsText(problems)]),
  ];
  item.tooltip = lines.join('\n');
  item.show();
}

function problemsText(count: number): string {
  const wording = editorWording();
  const n = numeral(count, wording);
  return plural(
    count,
    wording,
    wording.t('{0} problem in the catalog: see Show MCP Environment.', n),
    wording.t('{0} problems in the catalog: see Show MCP Environment.', n),
  );
}

/** The task begun last that still runs: its id, and its name and progress. */
function runningTask(workflows: Workflows): { readonly id: string; readonly text: string } | undefined {
  const running = workflows
    .all()
    .filter(({ status }) => status === 'in_progress')
    .flatMap(({ id }) => workflows.tasks(id))
    .filter(({ status }) => status === 'in_progress')
    .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0))[0];
  if (!running) return undefined;
  const progress = workflows
    .milestones(running.id)
    .findLast(milestone => milestone.progress !== null)?.progress;
  const per = progress === undefined || progress === null ? '' : ` ${percent(progress, editorWording())}`;
  return { id: running.id, text: `${oneLine(running.name, 40)}${per}` };
}
