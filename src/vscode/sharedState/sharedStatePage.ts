import * as vscode from 'vscode';
import { definePage } from '../webview/editorPages';

/** The page of what agents share: one in a window. */
export const sharedStatePage = definePage({
  viewType: 'switchyard.sharedState',
  keyOf: () => 'one',
  titleOf: () => vscode.l10n.t('Shared State'),
  remembered: (): 'workspace' => 'workspace',
  async make(parts, _subject: 'workspace') {
    const { SharedStatePanel } = await import('./sharedStatePanel');
    return new SharedStatePanel(parts);
  },
});
