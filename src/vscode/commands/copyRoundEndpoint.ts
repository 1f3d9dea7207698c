import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

/** The address and key of this window's rounds, in the names that docs/rounds.md uses. */
export const copyRoundEndpoint = defineCommand({
  id: 'switchyard.copyRoundEndpoint',
  async run({ host }) {
    // Where nothing of ours may start, the address would lead nowhere.
    await host.runtime();
    const { url, token } = await host.endpoint.address();
    await vscode.env.clipboard.writeText(`URL=${new URL(url).origin}\nTOKEN=${token}\n`);
    notify(
      'info',
      vscode.l10n.t(
        'Copied the address and token. Whoever has them can use your models and MCP servers until this window closes.',
      ),
    );
  },
});
