import * as vscode from 'vscode';
import { systemClock } from '../../node/machine/systemClock';
import type { RuntimeHost } from '../host/runtimeHost';
import { followMissingCredentials } from './credentialNews';
import { HiddenNews } from './hiddenNews';
import { followReviews } from './reviewNews';
import type { Newsroom } from './tellNews';
import { ToastPace } from './toastPace';

/** The only things that are told unasked: what waits for a review, where that is wanted, and keys that an agent lacked. */
export class News implements vscode.Disposable, Newsroom {
  readonly pace = new ToastPace(systemClock);
  readonly hidden: HiddenNews;
  readonly #owned: vscode.Disposable[] = [this.pace];

  constructor(host: RuntimeHost, { globalState }: Pick<vscode.ExtensionContext, 'globalState'>) {
    this.hidden = new HiddenNews(globalState);
    this.#owned.push(
      host.onDidStart(({ core }) => {
        this.#owned.push(followReviews(core, this), followMissingCredentials(core, this));
      }),
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.#owned).dispose();
  }
}
