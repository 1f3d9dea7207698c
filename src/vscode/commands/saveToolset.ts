import * as vscode from 'vscode';
import type { Session } from '../../core/gateway/sessions/sessions';
import type { ToolsetServer } from '../../core/toolsets/toolset';
import { isToolsetName } from '../../core/toolsets/readToolsets';
import type { Runtime } from '../host/runtime';
import { workspaceFile } from '../catalog/workspaceFile';
import { pickSession } from '../picks/pickSession';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const saveToolset = defineCommand({
  id: 'switchyard.saveToolset',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { toolsets } = runtime.core;
    if (toolsets === undefined) {
      return notify('warning', vscode.l10n.t('Open a folder first: toolsets are kept with it.'));
    }
    const session = await pickSession(runtime, argument);
    if (!session) return;
    if (session.activations.size === 0) {
      return notify('info', vscode.l10n.t('No server is active in this chat session.'));
    }
    const { toolsets: there } = await toolsets.read();
    const name = await vscode.window.showInputBox({
      title: vscode.l10n.t('Save Active Tools as Toolset'),
      prompt: vscode.l10n.t('Servers: {0}', [...session.activations.keys()].join(', ')),
      placeHolder: vscode.l10n.t('Name of the toolset, such as "release"'),
      validateInput: text =>
        text === '' || isToolsetName(text) ? undefined : vscode.l10n.t('Use 1 to 64 characters.'),
    });
    if (name === undefined || !isToolsetName(name)) return;
    const known = there.find(toolset => toolset.name === name);
    if (known !== undefined && !(await mayReplace(name))) return;
    await toolsets.save({
      name,
      description: known?.description ?? '',
      servers: serversOf(runtime, session),
    });
    notify('info', vscode.l10n.t('Saved "{0}" in {1}.', name, toolsets.label), {
      label: vscode.l10n.t('Open'),
      run: async () => {
        const file = workspaceFile(toolsets.label);
        if (file) await vscode.window.showTextDocument(file);
      },
    });
  },
});

/** The file keeps the servers' own names: what lists show depends on how they are told apart here. */
function serversOf({ core }: Runtime, { activations }: Session): readonly ToolsetServer[] {
  return [...activations.values()].map(({ server, shown }) => {
    const tools = [...core.gateway.tools(server), ...core.registry.moduleTools(server)];
    const chosen = tools.filter(({ exposedName }) => shown?.has(exposedName));
    return { server, tools: shown && chosen.map(({ definition }) => definition.name) };
  });
}

async function mayReplace(name: string): Promise<boolean> {
  const replace = vscode.l10n.t('Replace');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('There is a toolset "{0}" already.', name),
    { modal: true },
    replace,
  );
  return answer === replace;
}
