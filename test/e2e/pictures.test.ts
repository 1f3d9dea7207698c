import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { calls, says } from '../support/vscode/script';
import {
  click,
  clickDialogButton,
  dialogText,
  isVisible,
  press,
  screenshot,
  textOf,
} from '../support/vscode/window';

/** Closes the advice of a chat without sign-in, which would cover what was said. */
const ADVICE = '.chat-input-notification-dismiss';

/** Not a test of anything: scripts/pictures.mjs runs it to take the pictures of the README. */
suiteSetup(() => readyChat());

test('takes the pictures of the README', async function () {
  this.timeout(120_000);
  await commands.executeCommand('workbench.action.closeSidebar');
  const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/');
  await window.showTextDocument(Uri.joinPath(folder, 'notes', 'haiku.txt'));
  await commands.executeCommand('workbench.action.chat.open');
  const turn = ask('Remember that I like short poems', [
    calls('mcp_discover', { intent: 'remember something about the user' }),
    calls('mcp_activate', { name: 'memory' }),
    calls('mcp_switchyard_memory__create_entities', {
      entities: [{ name: 'user', entityType: 'person', observations: ['likes short poems'] }],
    }),
    says('Done: I will remember that you like short poems.'),
  ]);
  assert.match(await dialogText(), /Start the MCP server "memory"\?/);
  await screenshot('approval');
  await clickDialogButton('Start Server');
  const { results } = await turn;
  assert.match(results[2] ?? '', /short poems/);
  await textOf('.statusbar-item >> text=9 tools');
  if (await isVisible(ADVICE)) await click(ADVICE);
  await click('text=/Completed \\d steps/');
  await textOf('text=/Ran Create/');
  await screenshot('chat');

  const picking = commands.executeCommand('switchyard.toggleServer');
  await textOf('.quick-input-list >> text=memory');
  await screenshot('toggle');
  while (await isVisible('.quick-input-list')) await press('Escape');
  await picking;
});
