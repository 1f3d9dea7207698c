import * as vscode from 'vscode';
import type * as windowJournal from '../host/windowJournal';
import type { TeamChoice } from '../settings/teamChoice';
import { notify } from '../questions/notify';
import { untilLeft, withProgress } from '../questions/withProgress';
import { defineCommand } from './defineCommand';
import { offerReload } from './offerReload';

type Team = Pick<typeof windowJournal, 'addressProblem' | 'hasName' | 'nameProblem'>;

export const connectJournal = defineCommand({
  id: 'switchyard.connectJournal',
  async run({ host, log }) {
    const { t } = vscode.l10n;
    const { team: choice, core } = await host.runtime();
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
    if (folder === undefined) return notify('info', t('Open a folder to share it with your team.'));
    const team = await import('../host/windowJournal');
    const wish = await askForTeam(team, choice, folder);
    if (wish === undefined) return;
    if (wish.password !== '') core.redactor.add(wish.password);
    const given = { ...wish, password: wish.password === '' ? undefined : wish.password };
    const found = await withProgress(t('Connecting to the team journal…'), signal =>
      untilLeft(team.findTeam(given, folder, log), signal),
    );
    if (found === undefined) return;
    if (choice.url !== wish.url)
      await vscode.workspace
        .getConfiguration('switchyard')
        .update('journal.url', wish.url, vscode.ConfigurationTarget.Global);
    await choice.agree({ url: wish.url, workspaceId: wish.workspaceId }, wish.password);
    if (found.readOnlyReason !== undefined) notify('warning', found.readOnlyReason);
    offerReload(
      t(
        'Connected to {0}. After a reload, workflows, tasks, and what agents coordinate in this workspace are shared there. What was recorded until now stays on this machine.',
        found.shown,
      ),
    );
  },
});

interface Asked {
  readonly url: string;
  readonly workspaceId: string | undefined;
  /** Empty where there is none. */
  readonly password: string;
}

/** The address, the password and, where its repository does not say, the name of the workspace; undefined when the person leaves. */
async function askForTeam(team: Team, choice: TeamChoice, folder: string): Promise<Asked | undefined> {
  const { t } = vscode.l10n;
  const isNamed = await team.hasName(folder);
  const steps = isNamed ? 2 : 3;
  const title = (step: number): string => t('Connect to Team Journal ({0}/{1})', step, steps);
  const url = await vscode.window.showInputBox({
    title: title(1),
    prompt: t('Address of the PostgreSQL database: postgres://USER@HOST[:PORT]/DATABASE'),
    value: choice.url,
    ignoreFocusOut: true,
    validateInput: team.addressProblem,
  });
  if (url === undefined) return undefined;
  const password = await vscode.window.showInputBox({
    title: title(2),
    prompt: t(
      "Password. It's stored in your operating system's secret store. Leave empty if none is needed.",
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (password === undefined) return undefined;
  if (isNamed) return { url: url.trim(), password, workspaceId: undefined };
  const name = await vscode.window.showInputBox({
    title: title(3),
    prompt: t('Name of this workspace. Everybody on the team enters the same one.'),
    value: choice.agreement?.workspaceId ?? '',
    ignoreFocusOut: true,
    validateInput: text => team.nameProblem(text.trim()),
  });
  return name === undefined ? undefined : { url: url.trim(), password, workspaceId: name.trim() };
}
