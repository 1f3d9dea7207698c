import * as vscode from 'vscode';
import type { RestoreReport } from '../../core/workflow/restores';

/** What a restore left, as a sentence to follow what it did; empty where it left nothing. */
export function leftSentence({ left }: RestoreReport): string {
  if (left.length === 0) return '';
  const named = left.slice(0, 3).join(', ');
  return ` ${vscode.l10n.t('{0} files were left as they are: {1}.', left.length, left.length > 3 ? `${named}, …` : named)}`;
}
