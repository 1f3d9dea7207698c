import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import '../../modules/contract-net/module';
import { namedLease } from '../picks/named';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

export const releaseAreas = defineCommand({
  id: 'switchyard.releaseAreas',
  async run({ host }, argument) {
    const { l10n } = vscode;
    const { core } = await host.runtime();
    const net = core['contract-net'];
    const leases = net.leases();
    const named = leases.find(({ call }) => call === namedLease(argument));
    if (named === undefined && leases.length === 0) return notify('info', l10n.t('No areas are leased.'));
    const picked =
      named ??
      (
        await vscode.window.showQuickPick(
          leases.map(lease => ({
            label: oneLine(lease.areas.join(', '), 160),
            description: oneLine(`${lease.agent} · ${lease.task}`, 160),
            lease,
          })),
          { title: l10n.t('Release Areas'), placeHolder: l10n.t('Select a lease. Its call is cancelled.') },
        )
      )?.lease;
    if (picked === undefined) return;
    const reason = 'The user released its areas.';
    await net.change({ verb: 'cancel', call: picked.call, reason }, { origin: {} });
    notify('info', l10n.t('Released: {0}.', oneLine(picked.areas.join(', '), 160)));
  },
});
