import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import { Refusal } from '../../core/support/refusal';
import { shown, shownWhole } from '../explorer/wording';
import { notify } from '../notify';
import type { StateItem } from '../sharedState/stateItem';
import { defineCommand } from './defineCommand';

/** Deletes an entry of the blackboard or a triple, after a question. Only rows have it, so there is nothing to pick. */
export const deleteStateEntry = defineCommand({
  id: 'switchyard.deleteStateEntry',
  async run({ host, sharedState }, argument) {
    const item = sharedState.itemOf(argument);
    if (!item) return;
    const { core } = await host.runtime();
    const gone = (): void =>
      notify('info', vscode.l10n.t('It changed or went meanwhile, so nothing was deleted.'));
    try {
      const isDeleted = await (item.type === 'entry' ? deleteEntry(core, item.key) : forget(core, item));
      if (isDeleted === false) gone();
    } catch (error) {
      if (!Refusal.is(error, 'E-BB-NOTFOUND') && !Refusal.is(error, 'E-BB-CONFLICT')) throw error;
      gone();
    }
  },
});

/** What a person did not see is not deleted: the entry must still be the one that was asked about. */
async function deleteEntry(
  { blackboard }: Pick<Core, 'blackboard'>,
  key: string,
): Promise<boolean | undefined> {
  const { value, version } = await blackboard.get(key);
  const isMeant = await ask(
    vscode.l10n.t('Delete the entry "{0}" from the blackboard?', shown(key, 80)),
    shownWhole(JSON.stringify(value)),
  );
  if (!isMeant) return undefined;
  await blackboard.delete({ key, expectedVersion: version }, { origin: {} });
  return true;
}

async function forget(
  { knowledge }: Pick<Core, 'knowledge'>,
  { name }: Extract<StateItem, { type: 'triple' }>,
): Promise<boolean | undefined> {
  const { subject, predicate, object } = name;
  const isMeant = await ask(
    vscode.l10n.t('Delete this from what agents know?'),
    [subject, predicate, object].map(text => shown(text)).join(' · '),
  );
  if (!isMeant) return undefined;
  const { deleted } = await knowledge.remove([{ subject, predicate, object }]);
  return deleted > 0;
}

async function ask(question: string, what: string): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const detail = `${what}\n\n${vscode.l10n.t('Agents will not find it any more.')}`;
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  return answer === yes;
}
