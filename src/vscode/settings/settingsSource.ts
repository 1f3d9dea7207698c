import * as vscode from 'vscode';
import type { CatalogSourceReading } from '../../core/catalog/entry/entry';
import { ORIGINS } from '../../core/catalog/entry/origins';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import { isRecord } from '../../core/support/json';
import { readServerEntries } from '../../node/catalog/serverEntries';

const KEY = 'switchyard.servers';
/** What else of the settings decides what is listed. */
const WATCHED = [KEY, 'switchyard.catalog.coreServers'];

/** The user's own servers from the setting `switchyard.servers`; the workspace's come before the user's. */
export class SettingsSource implements CatalogSource, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watch = vscode.workspace.onDidChangeConfiguration(change => {
    if (WATCHED.some(key => change.affectsConfiguration(key))) this.#changed.fire();
  });

  async read(): Promise<CatalogSourceReading> {
    const values = vscode.workspace.getConfiguration().inspect<unknown>(KEY);
    const readings = [
      readingOf(values?.workspaceFolderValue, ORIGINS.folderSettings, 'workspace'),
      readingOf(values?.workspaceValue, ORIGINS.workspaceSettings, 'workspace'),
      readingOf(values?.globalValue, ORIGINS.userSettings, 'user'),
    ];
    return {
      source: 'settings',
      entries: readings.flatMap(({ entries }) => entries),
      problems: readings.flatMap(({ problems }) => problems),
    };
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.#changed.event(listener);
  }

  dispose(): void {
    this.#watch.dispose();
    this.#changed.dispose();
  }
}

function readingOf(value: unknown, origin: string, owner: 'user' | 'workspace'): CatalogSourceReading {
  if (value === undefined) return { source: 'settings', entries: [], problems: [] };
  if (isRecord(value)) return readServerEntries(value, { source: 'settings', origin, owner });
  const message =
    'This setting takes an object of server names and servers. None of its servers is used until it is mended.';
  return { source: 'settings', entries: [], problems: [{ origin, message }] };
}
