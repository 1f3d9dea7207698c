import * as vscode from 'vscode';
import type { Core } from '../../core/core';
import type { TripleName } from '../../modules/knowledge/triple';
import { Refusal } from '../../core/support/refusal';
import { shown, shownWhole } from '../words/wording';
import { notify } from '../questions/notify';
import { defineCommand } from './defineCommand';

/** What is refused where somebody was faster. */
const CHANGED = ['E-BB-NOTFOUND', 'E-BB-CONFLICT'];

/** Deletes an entry of the blackboard or a triple, after a question. Only rows have it, so there is nothing to pick. */
export const deleteStateEntry = defineCommand({
  id: 'switchyard.deleteStateEntry',
  async run({ host, pages }, argument) {
    const item = pages.sharedState.find('workspace')?.itemOf(argument);
    if (!item) return;
    const { core } = await host.runtime();
    try {
      if (item.type === 'entry') await deleteEntry(core, item.key);
      else await forget(core, item.name);
    } catch (error) {
      if (!CHANGED.some(code => Refusal.is(error, code))) throw error;
      notify('info', vscode.l10n.t('It was changed or removed in the meantime, so nothing was deleted.'));
    } finally {
      // After a question, VS Code may give the keyboard to the frame around the page alone.
      await pages.sharedState.open('workspace');
    }
  },
});

/** What a person did not see is not deleted: the entry must still be the one that was asked about. */
async function deleteEntry({ blackboard }: Pick<Core, 'blackboard'>, key: string): Promise<void> {
  const { value, version } = await blackboard.get(key);
  const question = vscode.l10n.t('Delete the entry "{0}" from the blackboard?', shown(key, 80));
  if (!(await isMeant(question, shownWhole(JSON.stringify(value))))) return;
  await blackboard.delete({ key, expectedVersion: version }, { origin: {} });
}

async function forget({ knowledge }: Pick<Core, 'knowledge'>, name: TripleName): Promise<void> {
  const { subject, predicate, object } = name;
  const what = [subject, predicate, object].map(text => shown(text)).join(' · ');
  if (!(await isMeant(vscode.l10n.t("Delete this fact from the agents' knowledge?"), what))) return;
  await knowledge.remove([{ subject, predicate, object }]);
}

async function isMeant(question: string, what: string): Promise<boolean> {
  const yes = vscode.l10n.t('Delete');
  const detail = `${what}\n\n${vscode.l10n.t('Agents will not find it any more.')}`;
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, yes);
  return answer === yes;
}
