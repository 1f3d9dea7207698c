import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Verdict } from '../../modules/plans/run/planFacts';
import type { PlanRun } from '../../modules/plans/run/planRun';
import { pickRunOf } from '../picks/pickRunOf';
import { defineCommand } from './defineCommand';

export const resumePlan = defineCommand({
  id: 'switchyard.resumePlan',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const run = await pickRunOf(runtime, argument, {
      title: vscode.l10n.t('Resume'),
      suits: ({ state }) => state === 'paused',
      empty: vscode.l10n.t('No plan is paused.'),
    });
    if (!run) return;
    const { plans } = runtime.core;
    if (run.waiting?.reason !== 'interrupted') return void (await plans.resume(run.id));
    const verdict = await askVerdict(run);
    if (verdict !== undefined) await plans.resume(run.id, verdict);
  },
});

/** What is to become of calls that a crash cut short; undefined where the person leaves. */
export async function askVerdict(run: PlanRun): Promise<Verdict | undefined> {
  const items: (vscode.QuickPickItem & { readonly verdict: Verdict })[] = [
    { label: `$(refresh) ${vscode.l10n.t('Call Again')}`, verdict: 'retry' },
    { label: `$(check) ${vscode.l10n.t('Treat as Succeeded')}`, verdict: 'success' },
    { label: `$(error) ${vscode.l10n.t('Treat as Failed')}`, verdict: 'failure' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: oneLine(run.tree.id, 100),
    placeHolder: oneLine(run.waiting?.message ?? '', 200),
  });
  return picked?.verdict;
}
