import * as vscode from 'vscode';
import { numeral } from '../words/amounts';
import { editorWording } from '../words/editorWording';

/** Diffs that one editor is given. On a busy machine, VS Code took 8 s for 1,000, 22 s for 2,500, and more than four minutes for 10,000. */
const MAX_DIFFS = 500;

/** A file: its name, and both sides; a side that is not there is empty. */
export type Sides = [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined];

/** Shows the diffs of files in one editor, the first of them where there are many: `restWords` says so. */
export async function showDiffs(title: string, all: readonly Sides[]): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', title, all.slice(0, MAX_DIFFS));
}

/** What a person is told of files that are not shown; nothing where all are. */
export function restWords(count: number): readonly string[] {
  if (count <= MAX_DIFFS) return [];
  const wording = editorWording();
  const [shown, all] = [MAX_DIFFS, count].map(each => numeral(each, wording));
  return [wording.t('Files shown: {0} of {1}.', shown ?? '', all ?? '')];
}
