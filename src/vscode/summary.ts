import * as vscode from 'vscode';
import type { Gateway } from '../core/gateway/gateway';
import type { Session } from '../core/gateway/sessions';
import { tokensOfAll } from '../core/registry/tokens';
import { sessionName } from './sessionName';
import { tokenCount, toolCount } from './words/amounts';
import { editorWording } from './words/editorWording';

/** What the sessions of this window use together. */
export interface Usage {
  readonly servers: readonly string[];
  readonly tools: number;
  /** Estimated: characters of the definitions / 4. */
  readonly tokens: number;
}

/** Counts what is active, each server once. */
export function usageOf(gateway: Gateway, sessions: readonly Session[] = gateway.sessions()): Usage {
  const servers = [...new Set(sessions.flatMap(session => [...session.activations.keys()]))].sort();
  const tools = servers.flatMap(server => gateway.tools(server));
  return {
    servers,
    tools: tools.length,
    tokens: tokensOfAll(tools.map(({ definition }) => definition)),
  };
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
