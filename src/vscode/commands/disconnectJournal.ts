import * as vscode from 'vscode';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';
import { offerReload } from './offerReload';

export const disconnectJournal = defineCommand({
  id: 'switchyard.disconnectJournal',
  async run({ host }) {
    const { t } = vscode.l10n;
    const { team } = await host.runtime();
    if (team.agreement === undefined)
      return notify('info', t('This workspace is not connected to a team journal.'));
    await team.withdraw();
    offerReload(
      t(
        'Disconnected. After a reload, this workspace is recorded on this machine again. What the team has stays in its database, and the password is forgotten.',
      ),
    );
  },
});
