import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isExceeded } from '../../core/gateway/tools/tokenBudget';
import type { SessionNames } from '../words/sessionNames';
import { tokenCount, toolCount } from '../words/amounts';
import { editorWording } from '../words/editorWording';
import { windowCost } from './usage';

type Costs = Pick<Core, 'gateway' | 'registry'>;

/** The chats whose tools cost more than the settings allow without a warning; or all of the window, where only together they do. */
export function budgetWarnings(core: Costs, names?: SessionNames): readonly string[] {
  const single = chatWarnings(core, names);
  return single.length > 0 ? single : windowWarnings(core);
}

function chatWarnings({ gateway }: Costs, names: SessionNames | undefined): readonly string[] {
  const wording = editorWording(names);
  return gateway.sessions().flatMap(session => {
    const { tools, tokens, switchOff, warning } = gateway.budget(session.id);
    if (warning === undefined) return [];
    const cost = vscode.l10n.t(
      '{0}: {1}, {2} with every request.',
      oneLine(wording.sessionName(session), 80),
      toolCount(tools, wording),
      tokenCount(tokens, wording),
    );
    if (switchOff.length === 0) return [cost];
    return [
      `${cost} ${vscode.l10n.t('Switch off what is no longer needed, first {0}.', switchOff.join(', '))}`,
    ];
  });
}

/** VS Code gives every chat the tools of all chats of its window. */
function windowWarnings({ gateway, registry }: Costs): readonly string[] {
  const cost = windowCost({ gateway, registry });
  if (gateway.sessions().length < 2 || !isExceeded(cost, gateway.settings())) return [];
  const wording = editorWording();
  const text = vscode.l10n.t(
    'All chats together: {0}, {1} with every request. VS Code may hide some: turn off what is no longer needed.',
    toolCount(cost.tools, wording),
    tokenCount(cost.tokens, wording),
  );
  return [text];
}
