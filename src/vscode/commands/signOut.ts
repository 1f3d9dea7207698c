import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { systemClock } from '../../node/machine/systemClock';
import { signOutOf } from '../../node/oauth/signOutOf';
import { notify } from '../questions/notify';
import { namedServer } from '../picks/pickServer';
import { defineCommand } from './defineCommand';

export const signOut = defineCommand({
  id: 'switchyard.signOut',
  async run({ host }, argument) {
    const { core, signIns } = await host.runtime();
    const named = namedServer(argument);
    // Not those of the catalog: a sign-in stays when its server goes, and a search alone leads to some.
    const servers = signIns.kept().filter(id => named === undefined || named === id);
    if (servers.length === 0) {
      const nothing =
        named === undefined
          ? vscode.l10n.t('You are not signed in to any server.')
          : vscode.l10n.t('You are not signed in to "{0}".', named);
      return notify('info', nothing);
    }
    const picked =
      named === undefined
        ? await vscode.window.showQuickPick(
            servers.map(server => ({
              label: server,
              description: oneLine(core.catalog.find(server)?.displayName ?? '', 80),
              server,
            })),
            { title: vscode.l10n.t('Sign Out'), placeHolder: vscode.l10n.t('Select a server') },
          )
        : { server: servers[0] };
    const server = picked?.server;
    if (server === undefined) return;
    const yes = vscode.l10n.t('Sign Out');
    const question = vscode.l10n.t('Sign out of "{0}" on this machine?', server);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
    const revocation = await signOutOf(server, { signIns, clock: systemClock });
    notify(revocation?.isRevoked === false ? 'warning' : 'info', textOf(server, revocation));
  },
});

function textOf(server: string, revocation: Awaited<ReturnType<typeof signOutOf>>): string {
  if (revocation?.isRevoked !== false) return vscode.l10n.t('You are signed out of "{0}".', server);
  return vscode.l10n.t(
    'You are signed out of "{0}" on this machine. Its authorization server did not revoke the tokens: {1} To be safe, revoke the access in your account there.',
    server,
    revocation.why,
  );
}
