import * as vscode from 'vscode';
import type { View } from '../../shared/explorer/picture';
import type { WebviewPage } from '../webview/webviewPage';

/** Where it is kept what a view looks like. */
export function memoryKey(view: View): string {
  return `switchyard.view.${view}`;
}

/** Where it is kept what was seen in a view. */
export function seenKey(view: View): string {
  return `switchyard.seen.${view}`;
}

/** The page of a view, with what it looked like when it was last seen, what was seen in it then, and the words for that. */
export function viewPage(view: View, memory: vscode.Memento): WebviewPage {
  // The document checks both: what was kept may be of another version.
  const kept = (key: string): string => JSON.stringify(memory.get<unknown>(key) ?? null);
  const state = kept(memoryKey(view));
  // Where the workspace is not trusted, nothing is being loaded.
  if (!vscode.workspace.isTrusted) return { file: 'explorer', isInline: true, facts: { view, state } };
  const seen = kept(seenKey(view));
  const loading = vscode.l10n.t('As last seen. Loading…');
  return { file: 'explorer', isInline: true, facts: { view, state, seen, loading } };
}
