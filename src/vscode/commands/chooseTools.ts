import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import type { Session } from '../../core/gateway/sessions/sessions';
import { shownTools } from '../../core/gateway/tools/toolChoice';
import type { ServerId } from '../../shared/ids';
import type { Runtime } from '../host/runtime';
import { namedSession } from '../picks/named';
import { namedServer, pickServer } from '../picks/pickServer';
import { pickSession } from '../picks/pickSession';
import { notify } from '../questions/notify';
import { tokenCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { tokensOfAll } from '../../core/registry/tokens';
import { defineCommand } from './defineCommand';

export const chooseTools = defineCommand({
  id: 'switchyard.chooseTools',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const named = namedServer(argument);
    const meant = namedSession(argument) === undefined ? onlyUser(runtime, named) : undefined;
    const session = meant ?? (await pickSession(runtime, argument));
    if (!session) return;
    const server =
      named ??
      (await pickServer(runtime.core.gateway.environment(session.id), {
        title: vscode.l10n.t('Choose Tools'),
        placeholder: vscode.l10n.t('Select a server that is active in this chat session'),
        statuses: ['active'],
        empty: vscode.l10n.t('No server is active in this chat session.'),
      }));
    if (server === undefined) return;
    const { id } = runtime.core.catalog.require(server);
    const chosen = await pickTools(runtime, session, id);
    if (chosen !== undefined) await runtime.core.gateway.chooseTools(session, id, chosen.names);
  },
});

/** The one chat that uses a server, where only one does. */
function onlyUser({ core }: Runtime, server: string | undefined): Session | undefined {
  const users = core.gateway
    .sessions()
    .filter(({ activations }) => [...activations.keys()].some(id => id === server));
  return users.length === 1 ? users[0] : undefined;
}

/** Undefined where the person leaves, or there is nothing to choose from; no names stand for all tools. */
async function pickTools(
  { core }: Runtime,
  session: Session,
  server: ServerId,
): Promise<{ readonly names: readonly string[] | undefined } | undefined> {
  const tools = [...core.gateway.tools(server), ...core.registry.moduleTools(server)];
  if (tools.length === 0) {
    notify('info', vscode.l10n.t('The tools of "{0}" are not known yet.', server));
    return undefined;
  }
  const listed = new Set(shownTools(tools, session.activations.get(server)?.shown));
  const wording = editorWording();
  const items = tools.map(tool => ({
    label: oneLine(tool.definition.name, 100),
    description: tokenCount(tokensOfAll([tool.definition]), wording),
    detail: oneLine(tool.definition.description ?? '', 160),
    picked: listed.has(tool),
    name: tool.definition.name,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose Tools: {0}', server),
    placeHolder: vscode.l10n.t('Select the tools that agents see. They can call the others all the same.'),
    canPickMany: true,
    matchOnDetail: true,
  });
  if (picked === undefined) return undefined;
  if (picked.length === 0) {
    notify('info', vscode.l10n.t('Nothing was changed: turn off "{0}" to list none of its tools.', server));
    return undefined;
  }
  return { names: picked.length === tools.length ? undefined : picked.map(({ name }) => name) };
}
