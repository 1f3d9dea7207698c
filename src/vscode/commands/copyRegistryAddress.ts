import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

/** Copies what other programs need to read the user's own servers. */
export const copyRegistryAddress = defineCommand({
  id: 'switchyard.copyRegistryAddress',
  async run({ host }) {
    const { t } = vscode.l10n;
    const runtime = await host.runtime();
    const address = await runtime.ownRegistry.address();
    if (address === undefined) {
      const setting = 'switchyard.mcpRegistry.servePort';
      return notify(
        'info',
        t('Your servers are not served as an MCP registry. Set a port in {0} first.', setting),
        {
          label: t('Open Settings'),
          run: async () => await vscode.commands.executeCommand('workbench.action.openSettings', setting),
        },
      );
    }
    await vscode.env.clipboard.writeText(address);
    notify(
      'info',
      t(
        'Copied the address. Whoever has it can read your list of servers on this machine, without keys and values of variables.',
      ),
    );
  },
});
