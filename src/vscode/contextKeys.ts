import * as vscode from 'vscode';
import { isRecord } from '../core/support/json';
import type { RuntimeHost } from './host/runtimeHost';

/** First version whose menu under the chat's input is known to be open to extensions. */
const CHAT_STATUS = [1, 139] as const;

/** Tells the manifest's `when` clauses what only the code knows. */
export function setContextKeys(): void {
  // Where VS Code finds a walkthrough open to everybody right after an install, it opens it by itself.
  set('isActivated', true);
  set('hasChatStatus', isAtLeast(CHAT_STATUS, vscode.version));
}

/**
 * A step of the walkthrough is done when a person has turned a server on, for a chat or for the next one: not when they only looked at
 * the list. VS Code keeps which steps are done.
 */
export function followTurnOns(host: Pick<RuntimeHost, 'onDidStart'>): vscode.Disposable {
  const owned: vscode.Disposable[] = [];
  owned.push(
    host.onDidStart(({ core }) => {
      const following = core.bus.subscribe(({ kind, payload }) => {
        const isOn = kind === 'serverActivated' && isRecord(payload) && payload['by'] === 'person';
        const waits = kind === 'nextChatChanged' && core.gateway.nextChat.servers().length > 0;
        if (!isOn && !waits) return;
        set('hasTurnedOn', true);
        following.dispose();
      });
      owned.push(following);
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}

function set(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `switchyard.${key}`, value);
}

function isAtLeast([major, minor]: readonly [number, number], version: string): boolean {
  const [itsMajor = 0, itsMinor = 0] = version.split('.').map(Number);
  return itsMajor > major || (itsMajor === major && itsMinor >= minor);
}
