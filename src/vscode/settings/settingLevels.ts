import * as vscode from 'vscode';

/**
 * What a setting says at each level that says something. For settings in which a workspace, whose settings may come with a
 * repository, can only be stricter than its user.
 */
export function settingLevels(key: string): readonly unknown[] {
  const found = vscode.workspace.getConfiguration('switchyard').inspect<unknown>(key);
  const levels = [found?.globalValue, found?.workspaceValue, found?.workspaceFolderValue];
  return levels.filter(value => value !== undefined);
}
