import * as vscode from 'vscode';
import type { Gateway } from '../../core/gateway/gateway';
import { sessionName } from '../words/sessionName';
import { tokenCount, toolCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';

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
