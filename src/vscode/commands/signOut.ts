import * as vscode from 'vscode';
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
    const entries = core.catalog
      .entries()
      .filter(({ id }) => signIns.isKept(id) && (named === undefined || named === id));
    if (entries.length === 0) {
      const nothing =
        named === undefined
          ? vscode.l10n.t('You are not signed in to any server.')
          : vscode.l10n.t('You are not signed in to "{0}".', named);
      return notify('info', nothing);
    }
    const picked =
      named === undefined
        ? await vscode.window.showQuickPick(
            entries.map(entry => ({ label: entry.id, description: entry.displayName, entry })),
            { title: vscode.l10n.t('Sign Out'), placeHolder: vscode.l10n.t('Select a server') },
          )
        : { entry: entries[0] };
    const entry = picked?.entry;
    if (!entry) return;
    const yes = vscode.l10n.t('Sign Out');
    const question = vscode.l10n.t('Sign out of "{0}" on this machine?', entry.id);
    if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
    const revocation = await signOutOf(entry.id, { signIns, clock: systemClock });
    notify(revocation?.isRevoked === false ? 'warning' : 'info', textOf(entry.id, revocation));
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
