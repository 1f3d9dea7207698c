import assert from 'node:assert/strict';
import { commands } from 'vscode';
import { ask, readyChat, untilOffered } from '../support/vscode/chat';
import { environmentText } from '../support/vscode/environment';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  press,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';

const STATUS = '[id="switchyard.switchyard.switchyard.status"]';
const ECHO = 'mcp_switchyard_everything__echo';

suiteSetup(() => readyChat());

test('a person switches a server on for a chat with a click, and its next request has the tools', async () => {
  const first = await ask('Just look around', [calls('mcp_environment'), says('Seen.')]);
  assert.ok(first.requests.every(request => !request.tools.includes(ECHO)));

  await click(`${STATUS} a`);
  await untilTitled('Toggle MCP Server');
  await type('everything');
  await screenshot('toggle');
  await press('Enter');
  assert.match(await dialogText(), /Start the MCP server "everything"\?/);
  await clickDialogButton('Start Server');
  const shown = await until('The status bar counts its tools', async () => {
    const text = await textOf(STATUS);
    return /1 · \d+ tools/.test(text) ? text : undefined;
  });
  assert.match(shown, /1 · \d+ tools/);
  // An approval takes the focus, and the list is still there for the next server.
  await untilTitled('Toggle MCP Server');
  await press('Escape');
  await untilOffered(ECHO);

  const second = await ask('Now echo', [calls(ECHO, { message: 'over to track two' }), says('Done.')]);
  assert.ok(second.requests[0]?.tools.includes(ECHO));
  assert.match(second.results[0] ?? '', /over to track two/);
});

test('the list of servers stays at the server that was switched, so that Enter takes it back', async () => {
  await click(`${STATUS} a`);
  await untilTitled('Toggle MCP Server');
  const focused = '.quick-input-list .monaco-list-row.focused[aria-label*="everything"]';
  await textOf(focused);
  await press('Enter');
  await until('It is off', async () => !/1 ·/.test(await textOf(STATUS)));
  await textOf(focused);
  await press('Enter');
  await until('It is on', async () => /1 · \d+ tools/.test(await textOf(STATUS)));
  await press('Escape');
});

test('a person sees the environment, with the problems of the servers file and where they stand', async () => {
  const text = await environmentText();
  assert.match(text, /servers\.json:\d+:\d+: "broken"/);
  assert.match(text, /## Active \(1\)/);
  assert.match(text, /everything/);
  await commands.executeCommand('switchyard.showEnvironment');
  await textOf('role=heading[name="MCP Environment"]');
  await screenshot('environment');
  await commands.executeCommand('workbench.action.closeAllEditors');
});

test('a person enters a key that an agent was told is missing, and forgets it again', async () => {
  const before = await ask('Switch the keyed one on', [
    calls('mcp_activate', { name: 'keyed' }),
    says('It lacks a key.'),
  ]);
  assert.match(before.results[0] ?? '', /Missing EXAMPLE_API_KEY\. The user can enter it with the command/);

  const entered = commands.executeCommand('switchyard.enterCredentials', 'keyed');
  await untilTitled('keyed (1/1)');
  await type('<YOUR_KEY>');
  await untilAsked('Enter the real value');
  await press('Control+A');
  await type('a-real-looking-key-1234');
  await screenshot('credentials');
  await press('Enter');
  await entered;

  const after = ask('I have entered the key', [
    calls('mcp_activate', { name: 'keyed' }),
    calls('mcp_deactivate', { name: 'keyed' }),
    says('Done.'),
  ]);
  const question = await dialogText();
  assert.match(question, /EXAMPLE_API_KEY/);
  assert.doesNotMatch(question, /a-real-looking-key/);
  await clickDialogButton('Start Server');
  assert.match((await after).results[0] ?? '', /"already_active":\s*false/);

  const forgotten = commands.executeCommand('switchyard.forgetCredentials', 'keyed');
  await clickDialogButton('Forget');
  await forgotten;
  const again = await ask('The key is forgotten', [
    calls('mcp_activate', { name: 'keyed' }),
    says('It lacks a key again.'),
  ]);
  assert.match(again.results[0] ?? '', /Missing EXAMPLE_API_KEY/);
});

test('a person who says no is obeyed, and the agent is told so', async () => {
  await commands.executeCommand('switchyard.deactivateAll');
  const turn = ask('Switch the files on', [
    calls('mcp_activate', { name: 'filesystem' }),
    calls('mcp_activate', { name: 'filesystem' }),
    says('All right.'),
  ]);
  await clickDialogButton('Cancel');
  const { results } = await turn;
  assert.match(results[0] ?? '', /which is not approved/);
  assert.match(results[1] ?? '', /The user declined to start "filesystem" in this session/);
});
