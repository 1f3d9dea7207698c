import * as vscode from 'vscode';
import type { Runtime } from '../host/runtime';
import type { RuntimeHost } from '../host/runtimeHost';
import { childHasEnded } from '../words/childState';
import { childUri } from './childDocument';
import { roundUri } from './roundDocument';

/** Keys of the manifest's `when` clauses, with the documents that each names. */
const KEYS = {
  'switchyard.runningRounds': ({ rounds }: Runtime) =>
    rounds.book.all().flatMap(({ id, endedAt }) => (endedAt === undefined ? [roundUri(id)] : [])),
  'switchyard.runningChildren': ({ core }: Runtime) =>
    core.children.all().flatMap(child => (childHasEnded(child) ? [] : [childUri(child.spec.id)])),
};

/** Tells the manifest which documents show something that still runs: only they have buttons to stop it. */
export function followRunning(host: Pick<RuntimeHost, 'onDidStart'>): vscode.Disposable {
  const owned: vscode.Disposable[] = [];
  owned.push(
    host.onDidStart(runtime => {
      const told = new Map<string, string>();
      const tell = (): void => {
        for (const [key, documents] of Object.entries(KEYS)) {
          const uris = documents(runtime).map(String);
          // Events come by the hundred; few of them begin or end something.
          if (told.get(key) === uris.join(' ')) continue;
          told.set(key, uris.join(' '));
          void vscode.commands.executeCommand('setContext', key, uris);
        }
      };
      const { bus, children } = runtime.core;
      owned.push(
        bus.subscribe(({ stream }) => stream === 'round' && tell()),
        children.onDidChange(tell),
      );
      tell();
    }),
  );
  return { dispose: () => vscode.Disposable.from(...owned).dispose() };
}
