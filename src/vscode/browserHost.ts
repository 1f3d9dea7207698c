import * as vscode from 'vscode';
import { Refusal } from '../core/support/refusal';
import type { SignInHost } from '../node/oauth/browserSignIn';

/**
 * The person's own browser, as VS Code reaches it. Where this extension runs on another machine, VS Code forwards the port that
 * the browser comes back to, and says by which address.
 */
export const browserHost: SignInHost = {
  async openBrowser(url) {
    if (await vscode.env.openExternal(vscode.Uri.parse(url.href, true))) return;
    throw new Refusal('sign-in-failed', vscode.l10n.t('The browser was not opened. Try again and allow it.'));
  },
  async externalAddress(url) {
    return new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url.href, true))).toString(true));
  },
};
