import * as vscode from 'vscode';
import { ALWAYS_ON } from '../../mcp/toolkit/moduleIds';
import type { ServerId } from '../../shared/ids';
import { toolCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { defineCommand } from './defineCommand';

const SECTION = 'switchyard';
const KEY = 'catalog.coreServers';

interface FeatureItem extends vscode.QuickPickItem {
  readonly id: ServerId;
}

/** Our own modules, to be switched on in every chat or left to the agents. */
export const toggleFeature = defineCommand({
  id: 'switchyard.toggleFeature',
  async run({ host }) {
    const { core } = await host.runtime();
    const modules = core.catalog
      .entries()
      .filter(({ source, id }) => source === 'built-in' && !ALWAYS_ON.has(id));
    const wording = editorWording();
    const items = modules.map(({ id, displayName, description }): FeatureItem => {
      const count = core.registry.moduleTools(id).length;
      return {
        id,
        label: displayName,
        description: toolCount(count, wording),
        detail: description,
        picked: core.gateway.core.isCore(id),
      };
    });
    const picked = await vscode.window.showQuickPick(items, {
      title: vscode.l10n.t('Toggle Feature'),
      placeHolder: vscode.l10n.t('Selected features are on in every chat. Agents can turn on the others.'),
      canPickMany: true,
      matchOnDetail: true,
    });
    if (picked === undefined) return;
    await keep(
      items.map(({ id }) => id),
      picked.map(({ id }) => id),
    );
  },
});

/** Writes the choice where the setting stands already, else for all workspaces. Other servers in it stay. */
async function keep(offered: readonly string[], chosen: readonly string[]): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const isForWorkspace = settings.inspect(KEY)?.workspaceValue !== undefined;
  const now = settings.get<unknown>(KEY);
  const names = Array.isArray(now) ? now.filter(name => typeof name === 'string') : [];
  const others = names.filter(name => !offered.includes(name));
  const kept = names.filter(name => chosen.includes(name));
  const added = chosen.filter(id => !names.includes(id));
  if (kept.length + others.length === names.length && added.length === 0) return;
  const target = isForWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update(KEY, [...others, ...kept, ...added], target);
}
