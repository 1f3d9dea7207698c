import * as vscode from 'vscode';
import type { EnvironmentRow } from '../../core/catalog/environment';
import type { Session } from '../../core/gateway/sessions/sessions';
import type { ServerId } from '../../shared/ids';
import { namedServer, pickServer } from '../picks/pickServer';
import type { Runtime } from '../host/runtime';
import type { SwitchScope } from '../settings/serverSwitches';

/** Asks for a server and for where it shall be on or off, then switches it. Nothing changes when the person leaves. */
export async function switchServer(runtime: Runtime, isOn: boolean, argument: unknown): Promise<void> {
  const named = namedServer(argument);
  const server =
    named === undefined
      ? await pickServer(rowsToSwitch(runtime, isOn), isOn ? ENABLE() : DISABLE())
      : runtime.core.catalog.require(named).id;
  if (server === undefined) return;
  const scope = await pickScope(runtime, server, isOn);
  if (scope === undefined) return;
  if (typeof scope === 'string') await runtime.switches.set(scope, server, isOn);
  else await runtime.core.gateway.switchFor(scope, server, isOn);
}

const ENABLE = () => ({
  title: vscode.l10n.t('Enable MCP Server'),
  placeholder: vscode.l10n.t('Select a server to enable'),
  statuses: ['disabled'] as const,
  empty: vscode.l10n.t("You haven't disabled any servers."),
});

const DISABLE = () => ({
  title: vscode.l10n.t('Disable MCP Server'),
  placeholder: vscode.l10n.t('Select a server to disable'),
  statuses: ['active', 'available', 'missing-credentials'] as const,
  empty: vscode.l10n.t('All servers are already disabled.'),
});

/** A server can be switched on where it is off in some chat, and off where it is on in some. A policy's word stands. */
function rowsToSwitch({ core }: Runtime, isOn: boolean): readonly EnvironmentRow[] {
  const found = new Map<ServerId, EnvironmentRow>();
  for (const session of [undefined, ...core.gateway.sessions().map(({ id }) => id)]) {
    for (const row of core.gateway.environment(session)) {
      const isPolicy = core.catalog.find(row.id)?.disabledBy === 'policy';
      if ((row.status === 'disabled') === isOn && !isPolicy && !found.has(row.id)) found.set(row.id, row);
    }
  }
  return [...found.values()];
}

interface ScopeItem extends vscode.QuickPickItem {
  readonly scope: Session | SwitchScope;
}

async function pickScope(
  { core, sessionNames }: Runtime,
  server: ServerId,
  isOn: boolean,
): Promise<Session | SwitchScope | undefined> {
  const { t } = vscode.l10n;
  // The words of VS Code for its own servers.
  const words = isOn
    ? { session: t('Enable (Session)'), workspace: t('Enable (Workspace)'), everywhere: t('Enable') }
    : { session: t('Disable (Session)'), workspace: t('Disable (Workspace)'), everywhere: t('Disable') };
  const chats = core.gateway.sessions().map((session): ScopeItem => {
    return {
      label: `$(comment-discussion) ${words.session}`,
      description: sessionNames.of(session),
      scope: session,
    };
  });
  const workspace: ScopeItem = {
    label: `$(folder) ${words.workspace}`,
    description: vscode.workspace.name ?? '',
    scope: 'workspace',
  };
  const everywhere: ScopeItem = {
    label: `$(globe) ${words.everywhere}`,
    description: t('In every workspace'),
    scope: 'everywhere',
  };
  const items = [...chats, ...(vscode.workspace.name === undefined ? [] : [workspace]), everywhere];
  const title = isOn ? t('Enable "{0}"', server) : t('Disable "{0}"', server);
  return (await vscode.window.showQuickPick(items, { title, placeHolder: t('Select where') }))?.scope;
}
