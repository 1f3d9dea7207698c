import * as vscode from 'vscode';
import type { FileChange } from '../../core/snapshots/snapshot';
import { changeWords } from '../words/stateWords';

/** A file of a list, with its icon of the user's file icon theme, and what happened to it. */
export function fileItem(path: string, status: FileChange['status']) {
  return {
    label: path,
    description: changeWords(status, vscode.l10n.t),
    iconPath: vscode.ThemeIcon.File,
    resourceUri: vscode.Uri.file(`/${path}`),
  };
}
