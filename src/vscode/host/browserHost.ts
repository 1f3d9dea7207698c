import * as vscode from 'vscode';
import { Refusal } from '../../core/support/refusal';
import type { SignInHost } from '../../node/oauth/browserSignIn';

/**
 * The person's own browser, as VS Code reaches it. Where this extension runs on another machine, VS Code forwards the port that
 * the browser comes back to, and says by which address.
 */
export const browserHost: SignInHost = {
  async openBrowser(url) {
    // As a text, which VS Code opens as it is: a Uri is encoded anew, and a "+" or "%26" in it means something else then
    // (https://github.com/microsoft/vscode/issues/173239). The API's types do not know that yet.
    const asItIs = url.href as unknown as vscode.Uri;
    if (await vscode.env.openExternal(asItIs)) return;
    throw new Refusal('sign-in-failed', vscode.l10n.t('The browser was not opened. Try again and allow it.'));
  },
  async externalAddress(url) {
    return new URL((await vscode.env.asExternalUri(vscode.Uri.parse(url.href, true))).toString(true));
  },
};
