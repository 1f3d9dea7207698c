import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Core } from '../../core/core';
import { isRecord } from '../../core/support/json';
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
  const onlySignsIn = readiness.missing.every(({ kind }) => kind === 'sign-in');
  const text = t('{0} needs {1}.', oneLine(entry.displayName, 60), oneLine(readiness.keys.join(', '), 120));
  const command = onlySignsIn ? 'switchyard.signIn' : 'switchyard.enterCredentials';
  const run = () => vscode.commands.executeCommand(command, entry.id);
  const label = onlySignsIn ? t('Sign In') : t('Enter Credentials');
  return tellNews(newsroom, { id, text, offers: [{ label, run }, { label: t('Not Now') }] });
}
