import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { editorWording } from '../words/editorWording';
import { readinessWords } from '../words/readinessWords';
import { notify } from '../questions/notify';
import { namedServer, pickServer } from '../picks/pickServer';
import type { Runtime } from '../host/runtime';
import { askValue } from '../picks/askValue';
import { offerTurnOn } from '../picks/turnOn';
import { defineCommand } from './defineCommand';

export const enterCredentials = defineCommand({
  id: 'switchyard.enterCredentials',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { catalog, gateway } = runtime.core;
    const takesKeys = gateway
      .environment()
      .filter(({ id }) => keysFor(runtime, catalog.require(id)).length > 0);
    const server =
      namedServer(argument) ??
      (await pickServer(takesKeys, {
        title: vscode.l10n.t('Enter Credentials'),
        placeholder: vscode.l10n.t('Select a server to enter its keys'),
        statuses: ['missing-credentials', 'available', 'active'],
        empty: vscode.l10n.t('No server needs a key.'),
      }));
    if (server === undefined) return;
    const lacked = catalog.readiness(catalog.require(server)).status === 'missing-credentials';
    await enterFor(runtime, catalog.require(server));
    if (lacked)
      offerTurnOn(runtime, catalog.require(server), vscode.l10n.t('"{0}" has what it needs.', server));
  },
});

/**
 * Asks for each value that is not there, one after the other, and keeps them in the system's secret store; where none is
 * missing, for each that the server takes.
 */
export async function enterFor(runtime: Runtime, entry: CatalogEntry): Promise<void> {
  const readiness = runtime.core.catalog.readiness(entry);
  const isForEditing =
    readiness.status === 'missing-credentials' &&
    readiness.missing.some(({ kind }) => kind === 'text' || kind === 'folder');
  if (isForEditing) notify('warning', readinessWords(entry, readiness, editorWording()));
  const keys = keysFor(runtime, entry);
  if (keys.length === 0 && !isForEditing) {
    return notify('info', vscode.l10n.t('"{0}" doesn\'t need a key.', oneLine(entry.displayName, 60)));
  }
  const stored = new Set(runtime.credentials.keysOf(entry));
  for (const [at, { key, isSecret }] of keys.entries()) {
    const value = await askFor(entry, {
      key,
      isSecret,
      isStored: stored.has(key),
      step: `${at + 1}/${keys.length}`,
    });
    if (value === undefined) return;
    if (isSecret) runtime.core.redactor.add(value);
    await runtime.credentials.store(entry, key, value);
  }
}

/** What can be entered for a server: what it lacks; where it lacks nothing, every secret that it takes. */
function keysFor({ core }: Runtime, entry: CatalogEntry): readonly { key: string; isSecret: boolean }[] {
  const readiness = core.catalog.readiness(entry);
  if (readiness.status === 'missing-credentials')
    return readiness.missing.filter(({ kind }) => kind === 'value');
  if (readiness.status === 'disabled') return [];
  return entry.needs.filter(({ isSecret }) => isSecret);
}

interface Question {
  readonly key: string;
  readonly isSecret: boolean;
  /** Whether there is a value already, which the new one replaces. */
  readonly isStored: boolean;
  /** As in "1/2". */
  readonly step: string;
}

async function askFor(
  entry: CatalogEntry,
  { key, isSecret, isStored, step }: Question,
): Promise<string | undefined> {
  const about = entry.needs.find(need => need.key === key)?.description;
  return await askValue({
    title: `${oneLine(entry.displayName, 60)} (${step})`,
    prompt: [
      oneLine(about === undefined ? key : vscode.l10n.t('{0}: {1}', key, about), 200),
      vscode.l10n.t("Stored in your operating system's secret store."),
      ...(isStored ? [vscode.l10n.t('This replaces what is stored.')] : []),
    ].join(' · '),
    isSecret,
    // Only our own data may send a person somewhere.
    ...(entry.source === 'registry' && entry.homepage !== undefined ? { page: entry.homepage } : {}),
  });
}
