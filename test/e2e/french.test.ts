import assert from 'node:assert/strict';
import { commands, env, workspace } from 'vscode';
import { again } from '../support/vscode/again';
import { ask, readyChat } from '../support/vscode/chat';
import { inView, rows } from '../support/vscode/explorer';
import { find } from '../support/vscode/keyboard';
import { recordWork } from '../support/vscode/recordedWork';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { clickDialogButton, dialogText, press, screenshot, textOf } from '../support/vscode/window';

test('a window in French has commands in French', async () => {
  assert.equal(env.language, 'fr');
  // The window has just opened: whatever opens with it may take the keyboard from the palette.
  await again('The palette offers it', async () => {
    await press('F1');
    await find("Afficher l'environnement MCP");
  });
  await screenshot('palette');
  await press('Escape');
});

test('its views speak French, to screen readers too', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  await textOf("text=Aucun workflow pour l'instant. Demandez à votre agent");
  const shown = await until('The catalog shows its groups', async () => {
    const text = await rows('Catalogue');
    return text.includes('Prêts') ? text : undefined;
  });
  assert.match(shown, /À vous, \d+\n[^]*Prêts, \d+\n/);
  assert.equal(await inView('Catalogue', 'return element.ownerDocument.documentElement.lang'), 'fr');
  await screenshot('explorer');
});

test('the environment is told in French', async () => {
  await commands.executeCommand('switchyard.showEnvironment');
  await textOf('.tab.active >> text=Environnement MCP.md');
  await textOf('role=heading[name="Conversations"]');
  await screenshot('environment');
});

test('a person is asked in French, and reads what was refused in French', async () => {
  await readyChat();
  const turn = ask('Switch it on', [calls('mcp_activate', { name: 'everything' }), says('Not now, then.')]);
  const question = await dialogText();
  assert.match(question, /Démarrer le serveur MCP «\u00A0everything\u00A0»\u00A0\?/);
  assert.match(question, /Un programme sera exécuté sur votre machine, avec vos droits\./);
  assert.match(
    question,
    /Il masque le serveur du même nom venant de\u00A0: le registre livré avec Switchyard/,
  );
  await screenshot('consent');
  await clickDialogButton('Cancel');
  assert.match((await turn).results[0] ?? '', /which is not approved/);

  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('switchyard.activateServer', 'nowhere');
  await commands.executeCommand('notifications.showList');
  await textOf('.notifications-center >> text=Le catalogue ne contient aucun serveur de ce nom.');
  await screenshot('refusal');
});

test('what servers lack is told in French, in lists and on the page of the environment', async () => {
  void commands.executeCommand('switchyard.signIn');
  await textOf('.quick-input-list >> text=/GITHUB_PERSONAL_ACCESS_TOKEN, une authentification/');
  await press('Escape');
  await commands.executeCommand('switchyard.showEnvironment');
  const text = await until('The environment is told', () =>
    workspace.textDocuments.find(({ uri }) => uri.scheme === 'switchyard-environment')?.getText(),
  );
  assert.doesNotMatch(text, /sign-in \||the registry that ships/);
  assert.match(text, /filesystem \(le registre livré avec Switchyard\), masqué par/);
});

test('the files of a task are told in French, and what stands in the way of several servers', async () => {
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('switchyard.activateSelected', { targets: [{ server: 'keyed' }] });
  await commands.executeCommand('notifications.showList');
  await textOf('.notifications-center >> text=/Il manque encore à «\u00A0keyed\u00A0»/');
  await commands.executeCommand('notifications.clearAll');
  await recordWork();
  for (const command of ['switchyard.openFile', 'switchyard.openFileChanges']) {
    void commands.executeCommand(command);
    await textOf('.quick-input-list >> text=Signal box');
    await press('Enter');
    await textOf('.quick-input-list >> text=points.ts');
    await textOf('.quick-input-list >> text=ajouté');
    await press('Escape');
  }
});

test('the pages of a task, of all reviews and of a server speak French', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('workbench.action.closeAuxiliaryBar');
  await commands.executeCommand('notifications.clearAll');
  await commands.executeCommand('switchyard.workflows.focus');
  await until('The task has a row', async () => (await rows('Workflows')).includes('Signal box'));
  await inView('Workflows', `element.querySelector('[aria-label^="Signal box"]').focus()`);
  await press('Enter');
  await textOf('text=Votre révision');
  await screenshot('task');
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('switchyard.reviewAll');
  await textOf('text=/À regarder d.abord/');
  await screenshot('reviews');
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('switchyard.showServer', 'keyed');
  await textOf('text=À configurer');
  await screenshot('server');
});
