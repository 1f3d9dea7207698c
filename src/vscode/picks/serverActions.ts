import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { documentationOf } from '../links/documentationOf';
import type { Runtime } from '../host/runtime';
import { editorWording } from '../words/editorWording';
import { readinessWords } from '../words/readinessWords';

interface ActionItem extends vscode.QuickPickItem {
  readonly run: () => Thenable<unknown>;
}

/** Asks what to do with a server, of what can be done with it now, and does it: in one chat, where it is that chat's row. */
export async function serverActions({ core }: Runtime, server: string, session?: string): Promise<void> {
  const entry = core.catalog.require(server);
  const readiness = core.catalog.readiness(entry);
  const command = (label: string, id: string): ActionItem => ({
    label,
    run: () =>
      vscode.commands.executeCommand(id, session === undefined ? entry.id : { server: entry.id, session }),
  });
  const { t } = vscode.l10n;
  const items: ActionItem[] = [];
  if (readiness.status === 'missing-credentials') {
    const needsKey = readiness.missing.some(({ kind }) => kind === 'value');
    if (needsKey) items.push(command(t('$(key) Enter Credentials…'), 'switchyard.enterCredentials'));
    if (readiness.missing.some(({ kind }) => kind === 'sign-in'))
      items.push(command(t('$(sign-in) Sign In to Server…'), 'switchyard.signIn'));
  }
  if (readiness.status === 'available')
    items.push(command(t('$(plug) Activate or Deactivate in a Session'), 'switchyard.toggleServer'));
  if (readiness.status === 'disabled' && readiness.by !== 'policy')
    items.push(command(t('$(circle-outline) Enable Server…'), 'switchyard.enableServer'));
  if (readiness.status !== 'disabled' && !core.gateway.core.isCore(entry.id))
    items.push(command(t('$(circle-slash) Disable Server…'), 'switchyard.disableServer'));
  if (documentationOf(entry)) {
    items.push({
      ...command(t('$(link-external) Open Documentation'), 'switchyard.openDocumentation'),
      description: oneLine(entry.homepage ?? '', 120),
    });
  }
  items.push(command(t('$(list-unordered) Show MCP Environment'), 'switchyard.showEnvironment'));
  const picked = await vscode.window.showQuickPick(items, {
    title: entry.displayName,
    placeHolder:
      readiness.status === 'available'
        ? oneLine(entry.description, 200)
        : oneLine(readinessWords(entry, readiness, editorWording()), 300),
  });
  await picked?.run();
}
