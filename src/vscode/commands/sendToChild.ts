import * as vscode from 'vscode';
import { oneLine } from '../../core/catalog/entry/plainText';
import { notify } from '../questions/notify';
import { withProgress } from '../questions/withProgress';
import { pickChild } from '../picks/pickChild';
import { childHasEnded } from '../words/childState';
import { defineCommand } from './defineCommand';

export const sendToChild = defineCommand({
  id: 'switchyard.sendToChild',
  async run({ host }, argument) {
    const { l10n } = vscode;
    const runtime = await host.runtime();
    const child = await pickChild(runtime, argument, {
      title: l10n.t('Send Message'),
      suits: each => !childHasEnded(each),
      empty: l10n.t('No child agents are running.'),
    });
    if (!child) return;
    const { id, protocol } = child.spec;
    const name = oneLine(id, 80);
    const text = await vscode.window.showInputBox({
      title: l10n.t('Send Message to "{0}"', name),
      prompt:
        protocol === 'acp'
          ? l10n.t('A prompt for the agent')
          : l10n.t('JSON, or text that is sent as a prompt'),
      // A look at what the agent did is no reason to lose what was typed.
      ignoreFocusOut: true,
      validateInput: given => (given.trim() === '' ? l10n.t('Enter a message.') : undefined),
    });
    if (text === undefined) return;
    const live = (await runtime.core.children.open()).find(id);
    const payload = protocol === 'acp' ? { prompt: text } : payloadOf(text);
    const sent = await withProgress(l10n.t('Sending to "{0}"…', name), signal =>
      live.send(payload, undefined, signal),
    );
    if (sent !== undefined) notify('info', l10n.t('Sent to "{0}".', name));
  },
});

/** What a person typed: JSON where it is JSON. */
function payloadOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { type: 'prompt', prompt: text };
  }
}
