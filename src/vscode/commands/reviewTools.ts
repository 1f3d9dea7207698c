import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { PendingTool, ToolReviews } from '../../core/gateway/tools/toolReviews';
import { inert, notify } from '../questions/notify';
import { toolUri } from '../documents/toolDocuments';
import { changeWords } from '../words/changeWords';
import { editorWording } from '../words/editorWording';
import { findingWords } from '../words/stateWords';
import { namedServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const reviewTools = defineCommand({
  id: 'switchyard.reviewTools',
  async run({ host }, argument) {
    const { reviews } = (await host.runtime()).core.gateway;
    const named = typeof argument === 'string' ? reviews.find(argument) : undefined;
    if (named) return await review(named, reviews);
    // From the row or the page of a server: its own alone, where it has some.
    const server = namedServer(argument);
    const isOther = ({ tool }: PendingTool): boolean => tool.server !== server;
    const isOfAll = server === undefined || reviews.pending().every(isOther);
    if (reviews.pending().length === 0) {
      return notify('info', vscode.l10n.t('There are no tools to review.'));
    }
    const left = new Set<string>();
    for (;;) {
      const waiting = reviews
        .pending()
        .filter(pending => !left.has(pending.tool.schemaHash) && (isOfAll || !isOther(pending)));
      const picked = waiting.length === 0 ? undefined : await pick(waiting);
      if (!picked) return;
      left.add(picked.tool.schemaHash);
      await review(picked, reviews);
    }
  },
});

interface ToolItem extends vscode.QuickPickItem {
  readonly pending: PendingTool;
}

async function pick(waiting: readonly PendingTool[]): Promise<PendingTool | undefined> {
  const items = waiting.map((pending): ToolItem => {
    const what = [...new Set(pending.findings.map(({ kind }) => findingWords(kind, vscode.l10n.t)))].join(
      ', ',
    );
    return {
      label: `$(${isWithheld(pending) ? 'circle-slash' : 'tools'}) ${oneLine(pending.tool.definition.name, 60)}`,
      description: `${pending.tool.server} · ${standingTitle(pending)}`,
      ...(what === '' ? {} : { detail: what }),
      pending,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Review Tools'),
    placeHolder: vscode.l10n.t('Select a tool to review its definition'),
    matchOnDescription: true,
  });
  return picked?.pending;
}

/** Shows what was approved beside what is there now, and asks. */
async function review(pending: PendingTool, reviews: ToolReviews): Promise<void> {
  const { tool } = pending;
  const name = oneLine(`${tool.server} · ${tool.definition.name}`, 100);
  await vscode.commands.executeCommand(
    'vscode.diff',
    toolUri(pending, 'approved'),
    toolUri(pending, 'now'),
    vscode.l10n.t('{0}: approved and now', name),
  );
  const accept = vscode.l10n.t('Accept');
  const leave = isWithheld(pending) ? vscode.l10n.t('Keep Withheld') : vscode.l10n.t('Not Now');
  const changed = pending.change && changeWords(pending.change, editorWording());
  const standing = changed === undefined ? standingTitle(pending) : `${standingTitle(pending)} (${changed})`;
  const question = vscode.l10n.t('{0}: {1}. Allow agents to use its current version?', name, standing);
  const answer = await vscode.window.showWarningMessage(inert(question), accept, leave);
  if (answer !== accept) return;
  await reviews.accept(pending);
  notify('info', vscode.l10n.t('Agents can use "{0}".', tool.exposedName));
}

function isWithheld({ standing }: PendingTool): boolean {
  return standing === 'changed' || standing === 'suspect';
}

function standingTitle({ standing }: PendingTool): string {
  switch (standing) {
    case 'changed':
      return vscode.l10n.t('withheld, changed since it was approved');
    case 'suspect':
      return vscode.l10n.t('withheld, its text looks designed to mislead an agent');
    case 'flagged':
      return vscode.l10n.t('in use, with suspicious text');
    case 'new':
      return vscode.l10n.t('in use, new since the server was approved');
  }
}
