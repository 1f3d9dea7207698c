import * as vscode from 'vscode';
import type { Log } from '../../core/support/log';
import type { Redactor } from '../../core/support/redactor';
import { Refusal } from '../../core/support/refusal';
import type { OpenWorkspaceJournal } from '../../node/journal/workspaceJournal';
import { systemClock } from '../../node/machine/systemClock';
import { openPgEventStore } from '../../node/postgres/openPgEventStore';
import { pgAddress } from '../../node/postgres/pgAddress';
import { type TeamPlace, teamJournal, type TeamWish, withoutTeam } from '../../node/team/teamJournal';
import { nameProblem, workspaceName } from '../../node/team/workspaceName';
import { inert } from '../questions/notify';
import type { TeamChoice } from '../settings/teamChoice';

/** What a window says of itself when it opens its journal. */
export interface WindowJournalParts extends TeamPlace {
  readonly choice: TeamChoice;
  readonly log: Log;
  readonly redactor: Redactor;
  /** How many agents use this window now. */
  readonly agents: () => number;
}

/**
 * How the journal of this window is opened, where the person shares the workspace; undefined where they don't. What is wrong with the
 * address is the reason for which nothing shared is recorded: it must not go to this machine's file without anybody knowing.
 */
export async function windowJournal({
  choice,
  log,
  redactor,
  agents,
  ...place
}: WindowJournalParts): Promise<OpenWorkspaceJournal | undefined> {
  const { agreement, isConnected } = choice;
  if (agreement === undefined || !isConnected) {
    if (await choice.isNews()) offerToConnect(choice.url);
    return undefined;
  }
  try {
    const password = await choice.password();
    return await teamJournal({ ...agreement, password }, place, { log, redactor, agents });
  } catch (error) {
    if (!Refusal.is(error)) throw error;
    return withoutTeam(vscode.l10n.t("Shared data isn't recorded: {0}", error.message));
  }
}

/** What is wrong with an address that a person gives for a setting; undefined where it is fine. */
export function addressProblem(url: string): string | undefined {
  try {
    const { password } = pgAddress(url.trim(), undefined);
    return password === undefined
      ? undefined
      : vscode.l10n.t('Leave out the password: you are asked for it next, and it is stored safely.');
  } catch (error) {
    return Refusal.is(error) ? error.message : String(error);
  }
}

export { nameProblem };

/** Whether it is known without asking which workspace of a team a folder is. */
export async function hasName(folder: string): Promise<boolean> {
  return await workspaceName(undefined, folder).then(
    () => true,
    () => false,
  );
}

/** A database that answers, and how it is named to people. */
export interface FoundTeam {
  readonly shown: string;
  /** Why nothing can be recorded there; undefined where it can. */
  readonly readOnlyReason: string | undefined;
}

/**
 * Looks whether a team's journal can be used as the wish says. As the owner of its tables, this makes them.
 * @throws {Refusal} bad-arguments, journal-io, journal-read-only: with what is to be done
 */
export async function findTeam(
  { url, password, workspaceId }: TeamWish,
  folder: string,
  log: Log,
): Promise<FoundTeam> {
  const address = pgAddress(url, password);
  const workspace = await workspaceName(workspaceId, folder);
  const store = await openPgEventStore({ address, workspace, clock: systemClock, log });
  try {
    if (store.awayReason !== undefined) throw new Refusal('journal-io', store.awayReason);
    return { shown: address.shown, readOnlyReason: store.readOnlyReason };
  } finally {
    store.dispose();
  }
}

function offerToConnect(url: string): void {
  const { t } = vscode.l10n;
  const connect = t('Connect…');
  const place =
    addressProblem(url) === undefined ? pgAddress(url, undefined).shown : 'switchyard.journal.url';
  // Resolves when the notification is closed, which may be never; it does not reject.
  void vscode.window
    .showInformationMessage(
      inert(
        t(
          "The settings specify a team journal: {0}. This workspace isn't shared until you connect it.",
          place,
        ),
      ),
      connect,
    )
    .then(answer => {
      if (answer === connect) void vscode.commands.executeCommand('switchyard.connectJournal');
    });
}
