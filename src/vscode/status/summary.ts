import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import type { Gateway } from '../../core/gateway/gateway';
import { shownTools } from '../../core/gateway/tools/toolChoice';
import { tokensOfAll } from '../../core/registry/tokens';
import type { ServerId } from '../../shared/ids';
import { sessionName } from '../words/sessionName';
import { tokenCount, toolCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';

/** What a server that is on costs the model with every request. */
interface Usage {
  readonly id: ServerId;
  readonly tools: number;
  /** Estimated: characters of the definitions / 4. */
  readonly tokens: number;
}

/** What the sessions of this window use together, each server once. */
export function usageOf({ gateway, registry }: Pick<Core, 'gateway' | 'registry'>): readonly Usage[] {
  const activations = gateway.sessions().flatMap(session => [...session.activations.values()]);
  const servers = new Set(activations.map(({ server }) => server));
  return [...servers].sort().map(id => {
    const all = [...gateway.tools(id), ...registry.moduleTools(id)];
    const choices = activations.filter(({ server }) => server === id).map(({ shown }) => shown);
    // The chats of a window have one list.
    const shown = new Set(choices.flatMap(choice => shownTools(all, choice)));
    const tools = all.filter(tool => shown.has(tool));
    const definitions = tools.map(({ definition }) => definition);
    return { id, tools: definitions.length, tokens: tokensOfAll(definitions) };
  });
}

/** The chats whose tools cost more than the settings allow without a warning. */
export function budgetWarnings(gateway: Gateway): readonly string[] {
  const wording = editorWording();
  return gateway.sessions().flatMap(session => {
    const { tools, tokens, switchOff, warning } = gateway.budget(session.id);
    if (warning === undefined) return [];
    const cost = vscode.l10n.t(
      '{0}: {1}, {2} with every request.',
      sessionName(session),
      toolCount(tools, wording),
      tokenCount(tokens, wording),
    );
    if (switchOff.length === 0) return [cost];
    return [
      `${cost} ${vscode.l10n.t('Switch off what is no longer needed, first {0}.', switchOff.join(', '))}`,
    ];
  });
}
