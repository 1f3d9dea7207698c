import * as vscode from 'vscode';
import { escapeUnseen, oneLine } from '../../core/catalog/entry/plainText';
import type { Core } from '../../core/core';
import type { ReadServer } from '../../node/imports/serverOf';
import { settingOf } from '../../node/imports/settingOf';
import { type ServerId, serverId } from '../../shared/ids';
import { originWords } from '../words/originWords';
import { withoutIcons } from '../words/withoutIcons';

/** Under which name a server is added, and to which settings. */
export interface ServerReview {
  readonly id: ServerId;
  readonly target: vscode.ConfigurationTarget;
}

interface ReviewItem extends vscode.QuickPickItem {
  readonly target?: vscode.ConfigurationTarget;
}

/** Shows what will be written, takes its name and where to; undefined where the person leaves. */
export async function reviewInPick(
  core: Pick<Core, 'catalog'>,
  read: ReadServer,
): Promise<ServerReview | undefined> {
  const pick = vscode.window.createQuickPick<ReviewItem>();
  pick.title = vscode.l10n.t('Add Server');
  pick.placeholder = vscode.l10n.t('Server name');
  pick.ignoreFocusOut = true;
  pick.value = read.server.id;
  const show = (): void => {
    pick.items = itemsFor(core, pick.value, read);
    // The editor begins at what has the name in it.
    pick.activeItems = pick.items.slice(0, 1);
  };
  return await new Promise(resolve => {
    const owned = [
      pick,
      pick.onDidChangeValue(show),
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        const id = serverId(pick.value.trim());
        if (item?.target === undefined || id === undefined) return;
        resolve({ id, target: item.target });
        pick.hide();
      }),
      pick.onDidHide(() => {
        resolve(undefined); // Nothing happens where it was added.
        vscode.Disposable.from(...owned).dispose();
      }),
    ];
    show();
    pick.show();
  });
}

/** What is written, with secrets by name and nothing unseen in it. */
export function previewOf({ server }: ReadServer): string {
  return JSON.stringify(settingOf(server), null, 2).split('\n').map(escapeUnseen).join('\n');
}

/** Where it can be added to, and below that every line that is written. */
function itemsFor({ catalog }: Pick<Core, 'catalog'>, name: string, read: ReadServer): readonly ReviewItem[] {
  const { t } = vscode.l10n;
  const id = serverId(name.trim());
  const other = id === undefined ? undefined : catalog.find(id);
  const keys = [...read.secrets.keys()].map(key => oneLine(key, 60)).join(', ');
  const notes = [
    ...(keys === ''
      ? []
      : [t("Kept in your operating system's secret store, not in the settings: {0}", keys)]),
    ...(other === undefined || other.source === 'settings'
      ? []
      : [t('It overrides the entry with this name from {0}.', originWords(other.origin, t))]),
  ].map(label => ({ label: `$(info) ${label}` }));
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const targets: ReviewItem[] =
    id === undefined
      ? [{ label: `$(error) ${t('Use letters, digits, "-" and single "_", at most 32 characters.')}` }]
      : [
          { label: `$(add) ${t('Add to User Settings')}`, target: Global },
          ...(vscode.workspace.workspaceFolders === undefined
            ? []
            : [{ label: `$(add) ${t('Add to Workspace Settings')}`, target: Workspace }]),
        ];
  const separator = { label: t('What is added'), kind: vscode.QuickPickItemKind.Separator };
  const lines = previewOf(read)
    .split('\n')
    // No label: what has the name in it would be moved to the top.
    .map(line => ({ label: ' ', description: withoutIcons(line) }));
  // The editor would hide what does not contain the name.
  return [...targets, ...notes, separator, ...lines].map(item => ({ ...item, alwaysShow: true }));
}
