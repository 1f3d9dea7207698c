import { homedir } from 'node:os';
import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { LaunchTemplate } from '../../core/catalog/entry/entry';
import type { ImportDifference } from '../../core/catalog/imports/importDifferences';
import { IMPORT_TOOL_NAMES, IMPORT_TOOLS } from '../../core/catalog/imports/importTools';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { ImportFindings } from '../../node/imports/importedServers';
import { withoutIcons } from '../words/withoutIcons';

/** A row of the import list; separators have no difference. */
export interface ImportItem extends vscode.QuickPickItem {
  readonly difference?: ImportDifference;
}

/** What was found, grouped by tool. A server that several tools have stands under the first, with the others named. */
export function importItems({ differences, files }: ImportFindings): readonly ImportItem[] {
  const shared = new Set(
    files.filter(({ place }) => place.scope === 'workspace').map(({ place }) => place.path),
  );
  return IMPORT_TOOLS.flatMap(tool => {
    const own = differences.filter(({ origins }) => origins[0]?.tool === tool);
    if (own.length === 0) return [];
    const title = { label: IMPORT_TOOL_NAMES[tool], kind: vscode.QuickPickItemKind.Separator };
    const ranked = own.toSorted((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing));
    return [title, ...ranked.map(difference => itemOf(difference, shared))];
  });
}

/** Where was looked, for a machine on which nothing was found. */
export function placeItems({ files }: ImportFindings): readonly vscode.QuickPickItem[] {
  const words = {
    absent: vscode.l10n.t('no such file'),
    read: vscode.l10n.t('contains no servers'),
    broken: vscode.l10n.t("can't be read"),
  };
  return files.map(({ place, state }) => ({
    label: `$(${state === 'broken' ? 'warning' : 'dash'}) ${IMPORT_TOOL_NAMES[place.tool]}`,
    description: words[state],
    detail: shortPath(place.path),
  }));
}

const ORDER: readonly ImportDifference['standing'][] = ['new', 'changed', 'gone', 'same'];

const ICONS: Readonly<Record<ImportDifference['standing'], string>> = {
  new: 'add',
  changed: 'diff',
  gone: 'trash',
  same: 'check',
};

function itemOf(difference: ImportDifference, shared: ReadonlySet<string>): ImportItem {
  const { standing, found, origins, isHidden } = difference;
  const { server } = found[0];
  const others = [...new Set(origins.slice(1).map(({ tool }) => IMPORT_TOOL_NAMES[tool]))];
  const keys = server.fileKeys.map(key => oneLine(key, 40)).join(', ');
  const facts = [
    standingWords(standing),
    ...(isHidden ? [vscode.l10n.t('overridden by your entry with this name')] : []),
    ...(others.length > 0 ? [vscode.l10n.t('also in {0}', others.join(', '))] : []),
    ...(keys === '' ? [] : [vscode.l10n.t('keys in the file: {0}', keys)]),
  ];
  return {
    label: `$(${ICONS[standing]}) ${server.id}`,
    description: facts.join(' · '),
    // Of a command that is about to be taken over, nothing may be missing.
    detail: withoutIcons([...launchLines(difference), shortPath(origins[0]?.path ?? '')].join(' — ')),
    picked: isPicked(difference, shared),
    difference,
  };
}

/** What stands in a file of the workspace may be somebody else's word: it waits for a click. */
function isPicked({ standing, origins, isHidden }: ImportDifference, shared: ReadonlySet<string>): boolean {
  if (standing === 'same') return true;
  return standing !== 'gone' && !isHidden && !shared.has(origins[0]?.path ?? '');
}

/** What it is, and where it changed what it was. */
function launchLines({ standing, found, accepted }: ImportDifference): readonly string[] {
  const now = launchLine(found[0].server.launch);
  const before = accepted[0] === undefined ? now : launchLine(accepted[0].server.launch);
  if (standing !== 'changed') return [now];
  return [before === now ? vscode.l10n.t('{0} (its variables or tools differ)', now) : `${before} → ${now}`];
}

/** As people read it: below the open folder or their home. */
function shortPath(path: string): string {
  const relative = vscode.workspace.asRelativePath(path, false);
  const home = homedir();
  const short = relative === path && path.startsWith(home + sep) ? `~${path.slice(home.length)}` : relative;
  return oneLine(short, 200);
}

/** How it is started or reached. Secrets are not in there: they stand by name. */
function launchLine(launch: LaunchTemplate): string {
  switch (launch.type) {
    case 'native':
      return '';
    case 'http':
      return oneLine(launch.url, 120);
    case 'stdio':
      return oneLine([launch.command, ...launch.args].join(' '), 120);
  }
}

function standingWords(standing: ImportDifference['standing']): string {
  switch (standing) {
    case 'new':
      return vscode.l10n.t('new');
    case 'changed':
      return vscode.l10n.t('changed since it was imported');
    case 'gone':
      return vscode.l10n.t('removed from its file');
    case 'same':
      return vscode.l10n.t('imported');
  }
}
