import type * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { RuntimeHost } from '../host/runtimeHost';

/** What the explorer stands on. */
export interface ExplorerParts {
  readonly host: RuntimeHost;
  readonly log: Log;
  readonly extension: vscode.Uri;
  /** Where it is kept what views look like. */
  readonly memory: vscode.Memento;
}
