import * as vscode from 'vscode';
import type { Workflows } from '../../core/workflow/workflows';
import { endpointProblem } from '../../node/net/endpointAddress';
import { embeddingSettings } from '../settings/embeddingSettings';
import { systemClock } from '../../node/machine/systemClock';
import { Pace } from '../webview/pace';
import { failureTexts } from './failureTexts';
import { reviewSurface } from '../workflow/reviewSurface';
import type { Runtime } from '../host/runtime';
import { flagSetting } from '../settings/setting';
import type { RuntimeHost } from '../host/runtimeHost';
import { type StatusFacts, type StatusNote, statusLabel, statusText, statusTooltip } from './statusPicture';
import { budgetWarnings } from './summary';
import { usageOf } from './usage';
import { editorWording } from '../words/editorWording';

/** Streams of events that the item is drawn from. */
const SHOWN: ReadonlySet<string> = new Set(['gateway', 'workflow', 'taskActivity']);
/** An agent may tell of its progress many times a second. */
const PACE_MS = 100;

/** Every command that a link of the tooltip may run, and no other. */
const LINKED = [
  'switchyard.toggleServer',
  'switchyard.showEnvironment',
  'switchyard.openSettings',
  'switchyard.showOutput',
  'switchyard.reviewTools',
  'switchyard.importServers',
];

/** One quiet item: how many servers and tools the chats of this window use, or what runs or waits. Click: what it shows. */
export function createStatusBar(host: RuntimeHost): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('switchyard.status', vscode.StatusBarAlignment.Left, 50);
  item.name = 'Switchyard';
  const pace = new Pace(systemClock, PACE_MS, () => draw(item, host));
  const owned: vscode.Disposable[] = [item, pace];
  const show = (): void => pace.ask();
  owned.push(
    vscode.workspace.onDidGrantWorkspaceTrust(show),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('switchyard')) show();
    }),
    host.onDidFail(show),
    host.onDidStart(({ core, importNews }) => {
      owned.push(
        core.bus.subscribe(event => SHOWN.has(event.stream) && show()),
        core.catalog.onDidChange(show),
        importNews.onDidChange(show),
      );
      show();
    }),
  );
  draw(item, host);
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

function draw(item: vscode.StatusBarItem, { current, hasFailed }: RuntimeHost): void {
  const { t } = vscode.l10n;
  if (!flagSetting('statusBar.visible')) return item.hide();
  item.backgroundColor = undefined;
  item.accessibilityInformation = undefined;
  if (!vscode.workspace.isTrusted) {
    item.text = '$(plug) $(shield)';
    item.tooltip = t('Switchyard: this workspace is not trusted, so no server is started here.');
    item.command = 'workbench.trust.manage';
  } else if (current) {
    drawRunning(item, current);
  } else if (hasFailed) {
    item.text = '$(error) Switchyard';
    item.tooltip = t("Switchyard couldn't start here. See the output for details.");
    item.command = 'switchyard.showOutput';
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
  } else {
    item.text = '$(plug)';
    item.tooltip = t('Switchyard: no chat has used it yet.');
    item.command = 'switchyard.toggleServer';
  }
  item.show();
}

function drawRunning(item: vscode.StatusBarItem, runtime: Runtime): void {
  const wording = editorWording();
  const running = runningTask(runtime.core.workflows);
  const facts = factsOf(runtime, running);
  const tooltip = new vscode.MarkdownString(statusTooltip(facts, links(), wording));
  tooltip.isTrusted = { enabledCommands: LINKED };
  item.text = statusText(facts, wording);
  item.tooltip = tooltip;
  item.accessibilityInformation = { label: statusLabel(facts, wording), role: 'button' };
  if (running !== undefined)
    item.command = { title: '', command: 'switchyard.openTask', arguments: [running.id] };
  else item.command = facts.toReview > 0 ? 'switchyard.nextReview' : 'switchyard.toggleServer';
}

function factsOf(runtime: Runtime, running: StatusFacts['running']): StatusFacts {
  const { gateway, workflows } = runtime.core;
  const { warnAboveTools, warnAboveTokens } = gateway.settings();
  return {
    sessions: gateway.sessions().length,
    servers: usageOf(runtime.core),
    always: gateway.budget(),
    limits: { tools: warnAboveTools, tokens: warnAboveTokens },
    ...(running === undefined ? {} : { running }),
    toReview: reviewSurface() === 'off' ? 0 : workflows.reviewQueue().length,
    notes: notesOf(runtime),
  };
}

function notesOf({ core, sessionNames, problem, importNews }: Runtime): readonly StatusNote[] {
  const { t } = vscode.l10n;
  const problems = core.catalog.problems().length;
  const withheld = core.gateway.reviews.withheld();
  const model = embeddingSettings();
  const embeddings = model && endpointProblem(model);
  const note = (text: string, label: string, command: string): StatusNote => ({
    text,
    action: { label, command: `switchyard.${command}` },
  });
  return [
    ...(problem === undefined ? [] : [note(problem, t('Show Output'), 'showOutput')]),
    ...failureTexts(core.gateway, vscode.l10n).map(text => note(text, t('Show Output'), 'showOutput')),
    ...budgetWarnings(core, sessionNames).map(text => ({ text })),
    ...(withheld === 0
      ? []
      : [note(t('Tools withheld from agents: {0}.', withheld), t('Review Tools…'), 'reviewTools')]),
    ...(importNews.text === undefined ? [] : [note(importNews.text, t('Show Differences'), 'importServers')]),
    ...(embeddings === undefined ? [] : [note(embeddings, t('Open Settings'), 'openSettings')]),
    ...(problems === 0
      ? []
      : [note(t('Problems in the catalog: {0}.', problems), t('Show MCP Environment'), 'showEnvironment')]),
  ];
}

function links(): readonly NonNullable<StatusNote['action']>[] {
  const { t } = vscode.l10n;
  return [
    { label: t('Toggle MCP Server…'), command: 'switchyard.toggleServer' },
    { label: t('Show MCP Environment'), command: 'switchyard.showEnvironment' },
    { label: t('Open Settings'), command: 'switchyard.openSettings' },
  ];
}

/** The task begun last that still runs: its id, and its name and progress. */
function runningTask(
  workflows: Workflows,
): (NonNullable<StatusFacts['running']> & { readonly id: string }) | undefined {
  const running = workflows
    .all()
    .filter(({ status }) => status === 'in_progress')
    .flatMap(({ id }) => workflows.tasks(id))
    .filter(({ status }) => status === 'in_progress')
    .sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0))[0];
  if (!running) return undefined;
  const { id, name } = running;
  const progress = workflows.milestones(id).findLast(milestone => milestone.progress !== null)?.progress;
  return { id, name, ...(progress === undefined || progress === null ? {} : { progress }) };
}
