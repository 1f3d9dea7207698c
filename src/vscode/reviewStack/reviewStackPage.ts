import * as vscode from 'vscode';
import { definePage } from '../webview/editorPages';

/** The page of all tasks that wait for a review: one in a window. */
export const reviewStackPage = definePage({
  viewType: 'switchyard.reviewStack',
  keyOf: () => 'one',
  titleOf: () => vscode.l10n.t('Review'),
  remembered: (): 'workspace' => 'workspace',
  async make(parts, _subject: 'workspace') {
    const { ReviewStackPanel } = await import('./reviewStackPanel');
    return new ReviewStackPanel(parts);
  },
});
