import assert from 'node:assert/strict';
import { join } from 'node:path';
import { commands, workspace } from 'vscode';
import { ask, newChat, readyChat } from '../support/vscode/chat';
import { untilTitled } from '../support/vscode/quickInput';
import { calls, type ModelRequest, says } from '../support/vscode/script';
import { clickDialogButton, dialogText, press, screenshot } from '../support/vscode/window';

const READ = 'mcp_switchyard_filesystem__read_text_file';

suiteSetup(() => readyChat());

test('an agent finds, switches on, uses and switches off a real server within one turn', async () => {
  const sign = join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'sign.txt');
  const turn = ask('Read the sign for me, please', [
    calls('mcp_discover', { intent: 'read a file' }),
    calls('mcp_activate', { name: 'filesystem' }),
    calls(READ, { path: sign }),
    calls('mcp_deactivate', { name: 'filesystem' }),
    says('The yard is open.'),
  ]);

  const question = await dialogText();
  assert.match(question, /Start the MCP server "filesystem"\?/);
  assert.ok(question.includes('server-filesystem/dist/index.js'), 'the whole command is shown');
  assert.match(question, /Described as: "Read[^]*Asked by the agent of the chat "/, 'what for, and for whom');
  await screenshot('approval');
  await clickDialogButton('Start Server');

  const { requests, results } = await turn;
  assert.equal(requests.length, 5);
  assert.deepEqual(
    requests.map(request => request.tools.includes(READ)),
    [false, false, true, true, false],
    'the tool is in the very next request after it was switched on, and gone after it was switched off',
  );
  assert.match(results[0] ?? '', /filesystem/);
  assert.match(results[2] ?? '', /The yard is open\./);
  assert.match(results[3] ?? '', /"tools_removed":\s*14/);
  assert.match(systemText(requests[0]), /MCP servers on demand/);
  await screenshot('the main job');
});

test('two chats in one window: one switches on, the other is refused with the words that mend it', async () => {
  await newChat();
  const first = await ask('First chat: echo one', [
    calls('mcp_activate', { name: 'filesystem' }),
    calls(READ, { path: signPath() }),
    says('Done.'),
  ]);
  assert.match(first.results[1] ?? '', /The yard is open\./);

  await newChat();
  const second = await ask('Second chat: read as well', [
    calls(READ, { path: signPath() }),
    calls('mcp_activate', { name: 'filesystem' }),
    calls(READ, { path: signPath() }),
    says('Done.'),
  ]);
  assert.match(
    second.results[0] ?? '',
    /not active in this session\. Call mcp_activate with name "filesystem" first/,
  );
  assert.match(second.results[2] ?? '', /The yard is open\./);

  // A person switches it off for the first chat: nothing changes for the second.
  const switchedOff = commands.executeCommand('switchyard.deactivateServer', 'filesystem');
  await untilTitled('Chat Session');
  await press('ArrowDown');
  await press('Enter');
  await switchedOff;
  const again = await ask('Second chat, still: read again', [
    calls(READ, { path: signPath() }),
    says('Done.'),
  ]);
  assert.match(again.results[0] ?? '', /The yard is open\./);
});

test('a custom agent with a fixed tool list reaches a server through mcp_call_tool', async () => {
  await newChat();
  const turn = await ask(
    'Signalman, read the sign',
    [
      calls('mcp_activate', { name: 'filesystem' }),
      calls('mcp_list_tools', { server: 'filesystem', detail: 'names' }),
      calls('mcp_call_tool', {
        server: 'filesystem',
        tool: 'read_text_file',
        arguments: { path: signPath() },
      }),
      says('Done.'),
    ],
    { mode: 'signalman' },
  );
  assert.ok(
    turn.requests.every(request => !request.tools.includes(READ)),
    'its list stays as it is',
  );
  assert.match(turn.results[1] ?? '', /read_text_file/);
  assert.match(turn.results[2] ?? '', /The yard is open\./);
});

test('a tool that is not there and arguments that do not fit are told, and nothing is called', async () => {
  await newChat();
  const turn = await ask('Make some mistakes', [
    calls('mcp_activate', { name: 'filesystm' }),
    calls('mcp_activate', { name: 'filesystem' }),
    calls(READ, { pfad: 'sign.txt' }),
    calls('mcp_activate', { name: '__proto__' }),
    calls('mcp_deactivate', { name: 'orchestrator' }),
    says('Done.'),
  ]);
  assert.match(turn.results[0] ?? '', /Did you mean "filesystem"\?/);
  assert.match(turn.results[2] ?? '', /do not fit|required/);
  assert.match(turn.results[3] ?? '', /There is no server "__proto__"/);
  assert.match(turn.results[4] ?? '', /it is a core server/);
});

function signPath(): string {
  return join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'sign.txt');
}

function systemText(request: ModelRequest | undefined): string {
  return request?.messages.map(message => message.text).join('\n') ?? '';
}
