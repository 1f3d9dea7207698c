import * as vscode from 'vscode';
import { shown } from '../words/wording';

/** The title of the tab of a replay. */
export function replayTitle(name: string): string {
  return vscode.l10n.t('Replay: {0}', shown(name, 60));
}
