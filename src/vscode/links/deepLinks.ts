import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { deepLinkOf } from './deepLink';

/**
 * Opens what an address of ours names. VS Code asks a person before it hands one over; what follows only shows something, or
 * lets them choose, and ids that are not known are told by the command.
 */
export function registerDeepLinks(): vscode.Disposable {
  return vscode.window.registerUriHandler({
    async handleUri({ path }) {
      const link = deepLinkOf(path);
      if (link === undefined)
        return notify('warning', vscode.l10n.t("Switchyard: this link doesn't point to a task or server."));
      const command = link.kind === 'task' ? 'switchyard.openTask' : 'switchyard.showServer';
      await vscode.commands.executeCommand(command, link.id);
    },
  });
}
