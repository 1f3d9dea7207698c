import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { EnvironmentRow } from '../../core/catalog/environment';
import type { Session } from '../../core/gateway/sessions/sessions';
import { Refusal } from '../../core/support/refusal';
import { enterFor } from './enterCredentials';
import { signInFor } from './signIn';
import { switchServer } from './switchServer';
import { runNative } from '../host/nativeCommand';
import { notify } from '../questions/notify';
import type { Runtime } from '../host/runtime';
import { editorWording } from '../words/editorWording';
import { refusalWords } from '../words/refusalWords';
import { activateWithProgress } from '../picks/activateWithProgress';
import { type ServerItem, serverItems } from '../picks/serverItems';
import { activateToolsetWithProgress, type ToolsetItem, toolsetItems } from '../picks/toolsetItems';

interface ToggleItem extends ServerItem, ToolsetItem {
  /** What leads out of the list. */
  readonly leave?: () => Thenable<unknown>;
}

/** A button of a row, and what it does beside the list. */
interface RowButton extends vscode.QuickInputButton {
  readonly run: (runtime: Runtime, entry: CatalogEntry) => Promise<void>;
}

/** Switches a server on for the session, or off where it is on. @throws {Refusal} */
export async function toggle(runtime: Runtime, session: Session, server: string): Promise<void> {
  const { id } = runtime.core.catalog.require(server);
  if (session.activations.has(id)) await runtime.core.gateway.deactivateFor(session, id);
  else await activateWithProgress(runtime, session, id);
}

/**
 * A list that stays open, so that several servers can be toggled in one go. Resolves when it is closed.
 * `isSecondStep`: the person has picked the session just now.
 */
export async function toggleInPick(runtime: Runtime, session: Session, isSecondStep: boolean): Promise<void> {
  const pick = vscode.window.createQuickPick<ToggleItem>();
  pick.title = vscode.l10n.t('Toggle MCP Server: {0}', runtime.sessionNames.of(session));
  if (isSecondStep) pick.step = pick.totalSteps = 2;
  pick.placeholder = vscode.l10n.t('Select a server to turn on or off in this chat session');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const toolsets = (await runtime.core.toolsets?.read()) ?? { toolsets: [], problem: undefined };
  const show = (): void => {
    const rows = runtime.core.gateway.environment(session.id);
    const sets = toolsetItems(toolsets, new Set(rows.map(({ id }) => id)));
    const items: readonly ToggleItem[] = [...sets, ...toggleItems(rows), ...footer(() => pick.value)];
    const [active] = pick.activeItems;
    pick.items = items;
    // New items would begin at the first one: the next Enter would be for another server.
    const same =
      active && items.find(({ server, label }) => (server ?? label) === (active.server ?? active.label));
    if (same) pick.activeItems = [same];
  };
  // Other boxes hide the list; it comes back afterwards.
  let isAside = false;
  const aside = async (work: () => Promise<void>): Promise<void> => {
    isAside = true;
    try {
      await work();
    } finally {
      isAside = false;
      show();
      pick.show();
    }
  };
  // A question about starting a server takes the focus, and may close the list before it is told to stay.
  const busy = async (work: () => Promise<void>): Promise<void> => {
    pick.busy = true;
    pick.ignoreFocusOut = true;
    try {
      await aside(work);
    } catch (error) {
      if (!Refusal.is(error)) throw error;
      notify('warning', refusalWords(error, editorWording()));
    } finally {
      pick.busy = false;
      pick.ignoreFocusOut = false;
    }
  };
  const change = async ({ server, row, toolset }: ToggleItem): Promise<void> => {
    if (toolset !== undefined)
      return await busy(() => activateToolsetWithProgress(runtime, session, toolset));
    if (server === undefined) return;
    const lacksKey = row?.status === 'missing-credentials';
    if (row?.isCore === true && !lacksKey) {
      return notify('info', vscode.l10n.t('"{0}" is a core server: it is always on.', server));
    }
    await busy(async () => {
      const entry = runtime.core.catalog.require(server);
      if (lacksKey) await enter(runtime, entry);
      if (!lacksKey || runtime.core.catalog.readiness(entry).status === 'available') {
        await toggle(runtime, session, server);
      }
    });
  };
  await new Promise<void>((resolve, reject) => {
    const owned = [
      pick,
      runtime.core.bus.subscribe(event => event.stream === 'gateway' && show()),
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item?.leave) {
          pick.hide();
          item.leave().then(undefined, reject);
        } else if (item) change(item).catch(reject);
      }),
      pick.onDidTriggerItemButton(({ item: { server }, button }) => {
        const chosen = ROW_BUTTONS.find(each => each === button);
        if (server === undefined || !chosen) return;
        aside(() => chosen.run(runtime, runtime.core.catalog.require(server))).catch(reject);
      }),
      pick.onDidHide(() => {
        if (isAside) return;
        vscode.Disposable.from(...owned).dispose();
        resolve();
      }),
    ];
    show();
    pick.show();
  });
}

/** A sign-in where nothing but that is missing; else the keys, of which one may spare it. */
async function enter(runtime: Runtime, entry: CatalogEntry): Promise<void> {
  const readiness = runtime.core.catalog.readiness(entry);
  const onlySignsIn =
    readiness.status === 'missing-credentials' && readiness.missing.every(({ kind }) => kind === 'sign-in');
  await (onlySignsIn ? signInFor(runtime, entry) : enterFor(runtime, entry));
}

const KEY: RowButton = {
  iconPath: new vscode.ThemeIcon('key'),
  get tooltip() {
    return vscode.l10n.t('Enter Credentials…');
  },
  run: enter,
};

const OUTPUT: RowButton = {
  iconPath: new vscode.ThemeIcon('output'),
  get tooltip() {
    return vscode.l10n.t('Show Output');
  },
  run: async () => void (await vscode.commands.executeCommand('switchyard.showOutput')),
};

const ENABLE: RowButton = {
  iconPath: new vscode.ThemeIcon('settings-gear'),
  get tooltip() {
    return vscode.l10n.t('Enable Server…');
  },
  run: (runtime, { id }) => switchServer(runtime, true, id),
};

const DISABLE: RowButton = {
  iconPath: new vscode.ThemeIcon('settings-gear'),
  get tooltip() {
    return vscode.l10n.t('Disable Server…');
  },
  run: (runtime, { id }) => switchServer(runtime, false, id),
};

const ROW_BUTTONS: readonly RowButton[] = [KEY, OUTPUT, ENABLE, DISABLE];

function toggleItems(rows: readonly EnvironmentRow[]): readonly ToggleItem[] {
  return serverItems(rows, ['active', 'available', 'missing-credentials', 'disabled']).map(item =>
    item.row === undefined ? item : { ...item, buttons: buttonsOf(item.row) },
  );
}

function buttonsOf({ missing, status, isCore }: EnvironmentRow): readonly RowButton[] {
  const scope = status === 'disabled' ? ENABLE : DISABLE;
  return [...(missing.length > 0 ? [KEY] : []), OUTPUT, ...(isCore ? [] : [scope])];
}

/** What else a person may have come for; `typed`: what they have typed so far. */
function footer(typed: () => string): readonly ToggleItem[] {
  const { t } = vscode.l10n;
  return [
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: `$(search) ${t('Search by intent…')}`,
      alwaysShow: true,
      leave: () => vscode.commands.executeCommand('switchyard.searchCatalog', typed()),
    },
    {
      label: `$(tools) ${t('Configure Tools…')}`,
      alwaysShow: true,
      leave: () => runNative('workbench.action.chat.configureTools', t('Configure Tools…')),
    },
  ];
}
