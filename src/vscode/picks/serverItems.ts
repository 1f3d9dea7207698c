import * as vscode from 'vscode';
import { type EnvironmentRow, SERVER_STATUSES, type ServerStatus } from '../../core/catalog/environment';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { ServerId } from '../../shared/ids';
import { listedCount, tokenCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { needWords } from '../words/originWords';
import { withoutIcons } from '../words/withoutIcons';

/** A row of the server picks; separators have no server. */
export interface ServerItem extends vscode.QuickPickItem {
  readonly server?: ServerId;
  readonly row?: EnvironmentRow;
}

const ICONS: Readonly<Record<ServerStatus, string>> = {
  active: 'plug',
  available: 'circle-outline',
  'missing-credentials': 'key',
  disabled: 'circle-slash',
};

/** The catalog as rows, grouped by status in fixed order. Our own modules are no business of this list. */
export function serverItems(
  rows: readonly EnvironmentRow[],
  statuses: readonly ServerStatus[],
): readonly ServerItem[] {
  return serverGroups(rows.filter(({ status }) => statuses.includes(status))).flatMap(({ title, found }) => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...found.map(itemOf),
  ]);
}

/** The same groups, with their names, for a list of another kind; none of them is empty. */
export function serverGroups(
  rows: readonly EnvironmentRow[],
): readonly { readonly title: string; readonly found: readonly EnvironmentRow[] }[] {
  return SERVER_STATUSES.map(status => ({
    title: statusTitle(status),
    found: rows.filter(row => groupOf(row) === status && row.category !== 'switchyard'),
  })).filter(({ found }) => found.length > 0);
}

/** Where a person looks for it: what has no program to run on is set up first, as what has no key. */
function groupOf({ status, lacks }: EnvironmentRow): ServerStatus {
  return status === 'available' && lacks !== undefined ? 'missing-credentials' : status;
}

function itemOf(row: EnvironmentRow): ServerItem {
  return {
    label: `$(${iconOf(row)}) ${row.id}`,
    description: factsOf(row),
    detail: withoutIcons(oneLine(row.description, 160)),
    server: row.id,
    row,
  };
}

function iconOf(row: EnvironmentRow): string {
  if (row.isCore) return 'lock';
  return row.status === groupOf(row) ? ICONS[row.status] : 'warning';
}

function factsOf({ isCore, missing, lacks, tools, listed, tokens, category }: EnvironmentRow): string {
  if (isCore) return vscode.l10n.t('Core server, always on');
  if (missing.length > 0) return vscode.l10n.t('needs {0}', needWords(missing, vscode.l10n.t));
  if (lacks !== undefined) return vscode.l10n.t('needs {0}', oneLine(lacks, 40));
  if (tools === undefined) return oneLine(category, 40);
  return costOf(tools, tokens, listed);
}

/** What the tools of a server are to a model. */
export function costOf(tools: number, tokens = 0, listed = tools): string {
  const wording = editorWording();
  return `${listedCount({ tools, listed }, wording)} · ${tokenCount(tokens, wording)}`;
}

/** What a group is called, as in the catalog. */
function statusTitle(status: ServerStatus): string {
  switch (status) {
    case 'active':
      return vscode.l10n.t('Active');
    case 'available':
      return vscode.l10n.t('Ready');
    case 'missing-credentials':
      return vscode.l10n.t('Needs Setup');
    case 'disabled':
      return vscode.l10n.t('Disabled');
  }
}
