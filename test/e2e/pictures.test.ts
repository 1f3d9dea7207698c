import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { rows } from '../support/vscode/explorer';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
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

  await commands.executeCommand('switchyard.workflows.focus');
  const begun = await ask('Write a poem about rivers, and record it', [
    calls('start_workflow', { name: 'A small book of poems', plan: [{ step: '1', goal: 'Print it' }] }),
    calls('start_task', ([started]) => ({
      workflow_id: idIn(started?.text, 'workflow_id'),
      name: 'Write about rivers',
      goal: 'One short poem',
      areas: ['notes'],
    })),
    says('I have begun.'),
  ]);
  await workspace.fs.writeFile(Uri.joinPath(folder, 'notes', 'rivers.txt'), Buffer.from('All rivers run\n'));
  await workspace.fs.writeFile(Uri.joinPath(folder, 'index.txt'), Buffer.from('rivers\n'));
  await ask('That is all', [
    calls('complete_task', {
      task_id: idIn(begun.results[1], 'task_id'),
      status: 'success',
      outcome: { summary: 'A poem about rivers.' },
    }),
    says('Done: have a look at it.'),
  ]);
  await until('The task shows its files', async () => (await rows('Workflows')).includes('rivers.txt'));
  if (await isVisible(ADVICE)) await click(ADVICE);
  await screenshot('explorer');
});

/** A field of an answer. */
function idIn(answer: string | undefined, field: string): string {
  const value = new RegExp(`"${field}":\\s*"([^"]+)"`).exec(answer ?? '')?.[1];
  if (value === undefined) throw new Error(`There is no ${field} in ${answer}`);
  return value;
}
