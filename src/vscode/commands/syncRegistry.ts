import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { Refusal } from '../../core/support/refusal';
import { systemClock } from '../../node/machine/systemClock';
import { registryProblem } from '../../node/mcpRegistry/registryAddress';
import type { SyncReport } from '../../node/mcpRegistry/syncRegistry';
import type { Runtime } from '../host/runtime';
import { notify } from '../questions/notify';
import { textSetting } from '../settings/setting';
import { numeral, serverCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { type CommandContext, defineCommand } from './defineCommand';

export const syncRegistry = defineCommand({
  id: 'switchyard.syncRegistry',
  async run({ host, log }, argument) {
    const registry = textSetting('mcpRegistry.url');
    const problem = registryProblem(registry);
    if (problem !== undefined) throw new Refusal('bad-registry-url', problem);
    const runtime = await host.runtime();
    const wish =
      typeof argument === 'string'
        ? ({ type: 'sync', what: argument } as const)
        : await askForWish(new URL(registry).host);
    if (wish === undefined) return;
    if (wish.type === 'clear') return await clear(runtime);
    const report = await syncWithProgress(runtime, registry, wish.what);
    if (report !== undefined) tellReport(report, log);
  },
});

type Wish = { readonly type: 'sync'; readonly what: string } | { readonly type: 'clear' };
interface WishItem extends vscode.QuickPickItem {
  readonly wish: Wish;
}

/** All servers, those whose names hold what is typed, or none any more; undefined where the person leaves. */
async function askForWish(host: string): Promise<Wish | undefined> {
  const pick = vscode.window.createQuickPick<WishItem>();
  pick.title = vscode.l10n.t('Sync MCP Registry');
  pick.placeholder = vscode.l10n.t(
    'Part of a name, or a whole one such as io.github.user/weather; nothing for all',
  );
  pick.ignoreFocusOut = true;
  const show = (): void => {
    pick.items = itemsFor(pick.value.trim(), host);
  };
  return await new Promise(resolve => {
    const owned = [
      pick,
      pick.onDidChangeValue(show),
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item === undefined) return;
        resolve(item.wish);
        pick.hide();
      }),
      pick.onDidHide(() => {
        resolve(undefined); // Nothing happens where something was picked.
        vscode.Disposable.from(...owned).dispose();
      }),
    ];
    show();
    pick.show();
  });
}

function itemsFor(typed: string, host: string): readonly WishItem[] {
  const { t } = vscode.l10n;
  const all: WishItem = {
    label: `$(sync) ${t('All Servers')}`,
    description: t('Reads the list of {0}; the next time, only what changed', host),
    wish: { type: 'sync', what: '' },
  };
  const some: WishItem = {
    label: `$(search) ${t('Servers Named "{0}"', typed)}`,
    description: t('Reads these from {0}', host),
    wish: { type: 'sync', what: typed },
  };
  const none: WishItem = { label: `$(trash) ${t('Remove Synced Servers')}`, wish: { type: 'clear' } };
  // The editor would hide what does not contain what was typed.
  return [...(typed === '' ? [all] : [some]), none].map(item => ({ ...item, alwaysShow: true }));
}

/** Undefined where the person cancels: what came by then is kept for the next time. */
async function syncWithProgress(
  { registryFolder: folder }: Runtime,
  registry: string,
  what: string,
): Promise<SyncReport | undefined> {
  const sync = await import('../../node/mcpRegistry/syncRegistry');
  const title = vscode.l10n.t('Syncing the MCP registry…');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return await vscode.window.withProgress(options, async (shown, token) => {
    const abort = new AbortController();
    const cancelled = token.onCancellationRequested(() => abort.abort());
    const progress = (servers: number): void =>
      shown.report({ message: serverCount(servers, editorWording()) });
    try {
      return await sync.syncRegistry(
        { registry, what },
        { folder, clock: systemClock, progress },
        abort.signal,
      );
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      throw error;
    } finally {
      cancelled.dispose();
    }
  });
}

function tellReport(
  { servers, added, changed, removed, skipped, skippedCount, isCut }: SyncReport,
  log: CommandContext['log'],
): void {
  const { t } = vscode.l10n;
  const wording = editorWording();
  const count = (number: number): string => numeral(number, wording);
  if (skipped.length > 0)
    log.warn('Documents of the MCP registry could not be read', {
      count: skippedCount,
      names: skipped.map(({ name, why }) => `${oneLine(name, 80)} (${why})`).join('; '),
    });
  const sentences = [
    t(
      'Servers of the MCP registry in the catalog: {0} ({1} new, {2} changed, {3} removed).',
      count(servers),
      count(added),
      count(changed),
      count(removed),
    ),
    t('Agents find them, and you are asked before one starts.'),
    ...(skippedCount === 0 ? [] : [t('{0} could not be read: see the output.', count(skippedCount))]),
    ...(isCut ? [t('The registry has more than is kept: sync those you need by name.')] : []),
  ];
  notify('info', sentences.join(' '), {
    label: t('Search Catalog…'),
    run: async () => await vscode.commands.executeCommand('switchyard.searchCatalog'),
  });
}

async function clear({ registryFolder }: Runtime): Promise<void> {
  const { t } = vscode.l10n;
  const { clearSynced } = await import('../../node/mcpRegistry/syncRegistry');
  const had = await clearSynced(registryFolder);
  notify(
    'info',
    had ? t('The servers of the MCP registry were removed from the catalog.') : t('No servers were synced.'),
  );
}
