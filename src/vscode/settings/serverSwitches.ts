import * as vscode from 'vscode';
import type { Switches } from '../../core/catalog/entry/ports';
import { isRecord } from '../../core/support/json';
import type { ServerId } from '../../shared/ids';

const KEY = 'switchyard.switches';

/** Where a switch holds: in this workspace, or wherever the user works. */
export type SwitchScope = 'workspace' | 'everywhere';

/**
 * What the person switched on or off by hand. Kept in the editor's own storage, as VS Code keeps its own servers' state: a
 * setting could come with a repository, and a repository has no say here.
 */
export class ServerSwitches implements Switches, vscode.Disposable {
  readonly advice = 'The user can switch it on again with the command "Switchyard: Enable Server…".';
  readonly #stores: Readonly<Record<SwitchScope, vscode.Memento>>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor({
    workspaceState,
    globalState,
  }: Pick<vscode.ExtensionContext, 'workspaceState' | 'globalState'>) {
    this.#stores = { workspace: workspaceState, everywhere: globalState };
  }

  of(server: ServerId): ReturnType<Switches['of']> {
    const here = this.#read('workspace').get(server);
    if (here !== undefined) return { isOn: here, by: 'workspace' };
    const isOn = this.#read('everywhere').get(server);
    return isOn === undefined ? undefined : { isOn, by: 'user' };
  }

  /** What is switched for everywhere holds here too, so it takes the workspace's own switch away. */
  async set(scope: SwitchScope, server: ServerId, isOn: boolean): Promise<void> {
    await this.#write(scope, this.#read(scope).set(server, isOn));
    const here = this.#read('workspace');
    if (scope === 'everywhere' && here.delete(server)) await this.#write('workspace', here);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #read(scope: SwitchScope): Map<string, boolean> {
    const stored = this.#stores[scope].get<unknown>(KEY);
    const pairs = isRecord(stored) ? Object.entries(stored) : [];
    return new Map(pairs.filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean'));
  }

  async #write(scope: SwitchScope, switches: ReadonlyMap<string, boolean>): Promise<void> {
    await this.#stores[scope].update(KEY, Object.fromEntries(switches));
  }
}
