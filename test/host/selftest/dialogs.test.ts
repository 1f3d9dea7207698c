import assert from 'node:assert/strict';
import { commands, ViewColumn, window } from 'vscode';
import { clickDialogButton, click, dialogText, press, textOf, type } from '../../support/vscode/window';

test('a modal dialog appears and its button is clicked', async () => {
  const answer = window.showWarningMessage(
    'Start this server?',
    { modal: true, detail: 'node server.js' },
    'Start',
    'Never',
  );
  assert.match(await dialogText(), /Start this server\?[^]*node server\.js/);
  await clickDialogButton('Start');
  assert.equal(await answer, 'Start');
});

test('a modal dialog can be cancelled', async () => {
  const answer = window.showWarningMessage('Sure?', { modal: true }, 'Yes');
  await clickDialogButton('Cancel');
  assert.equal(await answer, undefined);
});

test('notifications, quick picks and webviews can be used like a person does', async () => {
  const shown = window.showInformationMessage('Pick me', 'Here');
  await click('.notification-toast >> role=button[name="Here"]');
  assert.equal(await shown, 'Here');

  const picked = window.showQuickPick(['apple', 'pear']);
  await textOf('.quick-input-widget >> text=pear');
  await type('pear');
  await press('Enter');
  assert.equal(await picked, 'pear');

  const panel = window.createWebviewPanel('probe', 'Probe', ViewColumn.One, { enableScripts: true });
  const heard = new Promise(resolve => panel.webview.onDidReceiveMessage(resolve));
  panel.webview.html = `<button onclick="acquireVsCodeApi().postMessage('clicked')">Press in webview</button>`;
  await click('role=button[name="Press in webview"]');
  assert.equal(await heard, 'clicked');
  await commands.executeCommand('workbench.action.closeAllEditors');
});
