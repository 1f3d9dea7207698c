import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { pickChild } from '../picks/pickChild';
import { untilLeft, withProgress } from '../questions/withProgress';
import { childHasEnded } from '../words/childState';
import { defineCommand } from './defineCommand';

export const stopChild = defineCommand({
  id: 'switchyard.stopChild',
  async run({ host }, argument) {
    const { l10n } = vscode;
    const runtime = await host.runtime();
    const child = await pickChild(runtime, argument, {
      title: l10n.t('Stop Child Agent'),
      suits: each => !childHasEnded(each),
      empty: l10n.t('No child agents are running.'),
    });
    if (!child) return;
    const live = (await runtime.core.children.open()).find(child.spec.id);
    // It is stopped, whoever leaves: that ends the waiting alone.
    await withProgress(l10n.t('Stopping "{0}"…', oneLine(child.spec.id, 80)), signal =>
      untilLeft(live.stop(l10n.t('The user stopped it.'), false), signal),
    );
  },
});
