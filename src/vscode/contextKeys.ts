import * as vscode from 'vscode';

/** First version whose menu under the chat's input is known to be open to extensions. */
const CHAT_STATUS = [1, 139] as const;

/** Tells the manifest's `when` clauses what only the code knows. */
export function setContextKeys(): void {
  const set = (key: string, value: boolean): void =>
    void vscode.commands.executeCommand('setContext', `switchyard.${key}`, value);
  // Where VS Code finds a walkthrough open to everybody right after an install, it opens it by itself.
  set('isActivated', true);
  set('hasChatStatus', isAtLeast(CHAT_STATUS, vscode.version));
}

function isAtLeast([major, minor]: readonly [number, number], version: string): boolean {
  const [itsMajor = 0, itsMinor = 0] = version.split('.').map(Number);
  return itsMajor > major || (itsMajor === major && itsMinor >= minor);
}
