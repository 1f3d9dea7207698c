import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry';
import { isPlaceholder } from '../../core/catalog/placeholder';
import { oneLine } from '../../core/catalog/plainText';
import { notify } from '../notify';
import { namedServer, pickServer } from '../picks/pickServer';
import type { Runtime } from '../runtime';
import { defineCommand } from './defineCommand';

export const enterCredentials = defineCommand({
  id: 'switchyard.enterCredentials',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { catalog, gateway } = runtime.core;
    const server =
      namedServer(argument) ??
      (await pickServer(gateway.environment(), {
        title: vscode.l10n.t('Enter Credentials'),
        placeholder: vscode.l10n.t('Select a server that lacks a key'),
        statuses: ['missing-credentials'],
        empty: vscode.l10n.t('No server lacks a key.'),
      }));
    if (server !== undefined) await enterFor(runtime, catalog.require(server));
  },
});

/** Asks for each missing value, one after the other, and keeps them in the system's secret store. */
export async function enterFor({ core, credentials }: Runtime, entry: CatalogEntry): Promise<void> {
  const readiness = core.catalog.readiness(entry);
  const missing = readiness.status === 'missing-credentials' ? readiness.missing : [];
  const values = missing.filter(({ kind }) => kind === 'value');
  if (values.length < missing.length && readiness.status === 'missing-credentials') {
    notify('warning', readiness.message);
  }
  for (const [at, { key, isSecret }] of values.entries()) {
    const value = await askFor(entry, key, isSecret, `${at + 1}/${values.length}`);
    if (value === undefined) return;
    await credentials.store(entry.id, key, value);
  }
}

async function askFor(
  entry: CatalogEntry,
  key: string,
  isSecret: boolean,
  step: string,
): Promise<string | undefined> {
  const about = entry.needs.find(need => need.key === key)?.description;
  const value = await vscode.window.showInputBox({
    title: `${oneLine(entry.displayName, 60)} (${step})`,
    prompt: [
      oneLine(about === undefined ? key : `${key}: ${about}`, 200),
      vscode.l10n.t("Stored in your operating system's secret store."),
    ].join(' · '),
    password: isSecret,
    ignoreFocusOut: true,
    validateInput: text =>
      isPlaceholder(text.trim())
        ? vscode.l10n.t('Enter the real value: this is empty or a placeholder.')
        : undefined,
  });
  return value?.trim();
}
