import * as vscode from 'vscode';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import type { EnvironmentRow } from '../../core/catalog/environment';
import { SIGN_IN } from '../../core/catalog/launch/readiness';
import { oneLine } from '../../core/catalog/entry/plainText';
import { systemClock } from '../../node/machine/systemClock';
import { signInTo } from '../../node/oauth/signInTo';
import { browserHost } from '../host/browserHost';
import { notify } from '../questions/notify';
import { namedServer, pickServer } from '../picks/pickServer';
import type { Runtime } from '../host/runtime';
import { withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';

export const signIn = defineCommand({
  id: 'switchyard.signIn',
  async run({ host }, argument) {
    const runtime = await host.runtime();
    const { catalog, gateway } = runtime.core;
    const remote = gateway.environment().filter(({ id }) => catalog.require(id).launch.type === 'http');
    const needing = [
      ...remote.filter(({ id }) => runtime.signIns.isNeeded(catalog.require(id))),
      ...ofRounds(runtime),
    ];
    const server =
      namedServer(argument) ??
      (await pickServer(needing.length > 0 ? needing : remote, {
        title: vscode.l10n.t('Sign In'),
        placeholder: vscode.l10n.t('Select a server to sign in to in the browser'),
        statuses: ['missing-credentials', 'available', 'active'],
        empty: vscode.l10n.t('No server requires you to sign in.'),
      }));
    if (server !== undefined) await signInFor(runtime, catalog.require(server));
  },
});

/** Servers that only LLM rounds name, and that said that somebody has to sign in. */
function ofRounds({ rounds, signIns }: Runtime): readonly EnvironmentRow[] {
  return rounds.servers
    .entries()
    .filter(entry => signIns.isNeeded(entry))
    .map(({ id, description, category }) => ({
      ...{ id, description, category },
      status: 'missing-credentials',
      isCore: false,
      missing: [SIGN_IN.key],
    }));
}

/** Opens the browser for a sign-in and waits, with progress and a way out. Says so when it is done. */
export async function signInFor({ core, signIns }: Runtime, entry: CatalogEntry): Promise<void> {
  const name = oneLine(entry.displayName, 60);
  const isDone = await withProgress(
    vscode.l10n.t('Sign in to "{0}" in your browser…', name),
    async signal => {
      const launch = await core.gateway.servers.approvedLaunch(entry, signal);
      await signInTo(entry.id, launch, { signIns, host: browserHost, clock: systemClock }, signal);
      return true;
    },
  );
  if (isDone === true) notify('info', vscode.l10n.t('You are signed in to "{0}".', name));
}
