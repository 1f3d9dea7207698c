import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Core } from '../../core/core';
import { isRecord } from '../../core/support/json';
import type { MissingCredential } from '../../core/catalog/launch/launchPlan';
import type { ServerId } from '../../shared/ids';
import { needWords } from '../words/originWords';
import { type Newsroom, tellNews } from './tellNews';

/** Tells once for each server and chat that an agent wanted it and a key is missing. */
export function followMissingCredentials({ bus, catalog }: Core, newsroom: Newsroom): vscode.Disposable {
  const told = new Set<string>();
  return bus.subscribe(({ kind, payload, session }) => {
    if (kind !== 'credentialsMissing' || !isRecord(payload)) return;
    const server = String(payload['server']);
    const key = `${session}\n${server}`;
    if (told.has(key)) return;
    told.add(key);
    const id = `credentials:${server}`;
    newsroom.pace.tell({ id, show: () => tell(catalog, newsroom, server, id) });
  });
}

function tell(
  catalog: Core['catalog'],
  newsroom: Newsroom,
  server: string,
  id: string,
): Promise<void> | undefined {
  const entry = catalog.find(server);
  const readiness = entry && catalog.readiness(entry);
  if (entry === undefined || readiness?.status !== 'missing-credentials' || newsroom.hidden.has(id)) {
    return undefined;
  }
  const { t } = vscode.l10n;
  const text = t(
    '{0} needs {1}.',
    oneLine(entry.displayName, 60),
    oneLine(needWords(readiness.keys, t), 120),
  );
  const kinds = readiness.missing.map(({ kind }) => kind);
  return tellNews(newsroom, { id, text, offers: [offerFor(entry.id, kinds), { label: t('Not Now') }] });
}

/** What helps where these kinds of things are missing. */
function offerFor(server: ServerId, kinds: readonly MissingCredential['kind'][]) {
  const { t } = vscode.l10n;
  const { executeCommand } = vscode.commands;
  if (kinds.includes('folder'))
    return { label: t('Open Folder'), run: () => executeCommand('workbench.action.files.openFolder') };
  return kinds.every(kind => kind === 'sign-in')
    ? { label: t('Sign In'), run: () => executeCommand('switchyard.signIn', server) }
    : { label: t('Enter Credentials'), run: () => executeCommand('switchyard.enterCredentials', server) };
}
