import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { RuntimeHost } from '../host/runtimeHost';
import { flagSetting } from '../settings/setting';

const KEY = 'workflows.taskBlame';

/** Shows the lines that tasks wrote for as long as the setting wants it. What finds them is loaded when it is first switched on. */
export function followBlameSetting(host: RuntimeHost, log: Log): vscode.Disposable {
  let shown: vscode.Disposable | undefined;
  let isWanted = false;
  const apply = async (): Promise<void> => {
    isWanted = flagSetting(KEY);
    if (!isWanted) {
      shown?.dispose();
      shown = undefined;
      return;
    }
    const { TaskBlame } = await import('./taskBlame');
    // Switched off, or on once more, while it was loaded.
    if (isWanted) shown ??= new TaskBlame(host, log);
  };
  const follow = (): void =>
    void apply().catch((error: unknown) =>
      log.error('Task blame could not be shown', { error: String(error) }),
    );
  const listening = vscode.workspace.onDidChangeConfiguration(
    change => change.affectsConfiguration(`switchyard.${KEY}`) && follow(),
  );
  follow();
  return {
    dispose() {
      isWanted = false;
      listening.dispose();
      shown?.dispose();
    },
  };
}
