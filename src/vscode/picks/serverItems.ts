import * as vscode from 'vscode';
import type { EnvironmentRow, ServerStatus } from '../../core/catalog/environment';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { ServerId } from '../../shared/ids';
import { listedCount, tokenCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { needWords } from '../words/originWords';
import { SERVER_GROUPS, serverGroupOf, serverGroupTitle } from '../words/serverGroup';
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

/** The catalog as rows, grouped as in the explorer. Our own modules are no business of this list. */
export function serverItems(
  rows: readonly EnvironmentRow[],
  statuses: readonly ServerStatus[],
): readonly ServerItem[] {
  return serverGroups(rows.filter(({ status }) => statuses.includes(status))).flatMap(({ title, found }) => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...found.map(itemOf),
  ]);
}

/** The groups of the catalog, with their names, for a list of another kind; none of them is empty. `queued`: for the next chat. */
export function serverGroups(
  rows: readonly EnvironmentRow[],
  queued: readonly ServerId[] = [],
): readonly { readonly title: string; readonly found: readonly EnvironmentRow[] }[] {
  const groups = Map.groupBy(rows, row => serverGroupOf(row, queued));
  return SERVER_GROUPS.filter(group => group !== 'modules' && groups.has(group)).map(group => ({
    title: serverGroupTitle(group, vscode.l10n.t),
    found: groups.get(group) ?? [],
  }));
}

function itemOf(row: EnvironmentRow): ServerItem {
  return {
    label: `$(${iconOf(row)}) ${row.id}`,
    description: withoutIcons(factsOf(row)),
    detail: withoutIcons(oneLine(row.description, 160)),
    server: row.id,
    row,
  };
}

function iconOf({ isCore, status, failure, lacks }: EnvironmentRow): string {
  if (isCore) return 'lock';
  if (status !== 'disabled' && failure !== undefined) return 'error';
  return status === 'available' && lacks !== undefined ? 'warning' : ICONS[status];
}

function factsOf(row: EnvironmentRow): string {
  const { isCore, status, failure, missing, lacks, tools, listed, tokens, category } = row;
  if (status !== 'disabled' && failure !== undefined) return oneLine(failure, 80);
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
