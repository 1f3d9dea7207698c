import type * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { ReviewWalk } from '../../core/workflow/report/reviewWalk';
import type { Explorer } from '../explorer/explorer';
import type { HiddenNews } from '../news/hiddenNews';
import type { RestoreQuestion } from '../workflow/restoreQuestion';
import type { RuntimeHost } from '../host/runtimeHost';
import type { AllPages } from '../pages/allPages';

/** What commands may use. */
export interface CommandContext {
  readonly host: RuntimeHost;
  readonly output: vscode.LogOutputChannel;
  readonly log: Log;
  readonly secrets: vscode.SecretStorage;
  readonly reviewWalk: ReviewWalk;
  readonly hiddenNews: HiddenNews;
  readonly explorer: Pick<Explorer, 'tell' | 'reveal' | 'refresh' | 'resolve'>;
  readonly pages: AllPages;
  readonly restoreQuestion: Pick<RestoreQuestion, 'ask' | 'answer'>;
}

/** A command of ours. `run` gets what the caller gave: the palette gives nothing, so it must then ask. */
export interface Command {
  /** As in package.json: `switchyard.…`. */
  readonly id: string;
  run(context: CommandContext, argument: unknown): Promise<void>;
}

/** Makes a command from data; `registerCommands` puts policy around it. */
export function defineCommand(command: Command): Command {
  return command;
}
