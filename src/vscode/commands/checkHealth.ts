import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Core } from '../../core/core';
import type { HealthReport } from '../../core/gateway/upstream/healthCheck';
import { editorWording } from '../words/editorWording';
import { readinessWords, runtimeWords } from '../words/readinessWords';
import { untilLeft, withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';

interface HealthItem extends vscode.QuickPickItem {
  /** The command that takes the next step, and what it is about. */
  readonly next?: readonly [command: string, server?: string];
}

export const checkHealth = defineCommand({
  id: 'switchyard.checkHealth',
  async run({ host }) {
    const { core } = await host.runtime();
    const reports = await withProgress(vscode.l10n.t('Checking running servers…'), signal =>
      untilLeft(core.gateway.checkHealth(), signal),
    );
    if (!reports) return;
    const picked = await vscode.window.showQuickPick(itemsOf(reports, core), {
      title: vscode.l10n.t('Server Health'),
      placeHolder: vscode.l10n.t('Select a server for the next step'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked?.next) await vscode.commands.executeCommand(...picked.next);
  },
});

/** What needs somebody first, what is off last. */
const ORDER: readonly HealthReport['state'][] = [
  'silent',
  'failed',
  'answers',
  'starting',
  'not-ready',
  'idle',
  'disabled',
];

function itemsOf(reports: readonly HealthReport[], core: Core): readonly HealthItem[] {
  return ORDER.flatMap(state => {
    const items = reports.filter(report => report.state === state).map(report => itemOf(report, core));
    if (items.length === 0) return [];
    return [{ label: titleOf(state), kind: vscode.QuickPickItemKind.Separator }, ...items];
  });
}

function itemOf(report: HealthReport, { catalog }: Core): HealthItem {
  const { server } = report;
  switch (report.state) {
    case 'answers':
      return {
        label: `$(pass) ${server}`,
        description: vscode.l10n.t('answers in {0}', milliseconds(report.slowestMs)),
        next: ['switchyard.showEnvironment'],
      };
    case 'silent':
    case 'failed':
      return {
        label: `$(error) ${server}`,
        detail: oneLine(report.words, 300),
        next: ['switchyard.showOutput'],
      };
    case 'not-ready':
      return {
        label: `$(${report.why === 'credentials' ? 'key' : 'warning'}) ${server}`,
        detail: oneLine(neededBy(catalog.require(server), catalog) ?? report.words, 300),
        next:
          report.why === 'credentials'
            ? ['switchyard.enterCredentials', server]
            : ['switchyard.showEnvironment'],
      };
    case 'disabled':
      return { label: `$(circle-slash) ${server}`, next: ['switchyard.enableServer', server] };
    case 'starting':
      return { label: `$(loading~spin) ${server}`, next: ['switchyard.showEnvironment'] };
    case 'idle':
      return { label: `$(circle-outline) ${server}`, next: ['switchyard.activateServer', server] };
  }
}

/** What a server needs first, for the person. */
function neededBy(entry: CatalogEntry, catalog: Core['catalog']): string | undefined {
  const readiness = catalog.readiness(entry);
  if (readiness.status !== 'available') return readinessWords(entry, readiness, editorWording());
  const runtime = catalog.runtime(entry);
  return runtime.status === 'missing' ? runtimeWords(entry.id, runtime.program, editorWording()) : undefined;
}

function milliseconds(ms: number): string {
  const style = { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(vscode.env.language, style).format(ms);
}

function titleOf(state: HealthReport['state']): string {
  const { t } = vscode.l10n;
  switch (state) {
    case 'answers':
      return t('Answers');
    case 'silent':
      return t('Not responding');
    case 'failed':
      return t("Couldn't start");
    case 'starting':
      return t('Starting');
    case 'not-ready':
      return t('Needs something first');
    case 'idle':
      return t('Ready, not running');
    case 'disabled':
      return t('Disabled');
  }
}
