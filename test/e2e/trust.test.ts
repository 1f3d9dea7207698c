import assert from 'node:assert/strict';
import { commands, Uri, window, workspace } from 'vscode';
import { ask, newChat, readyChat } from '../support/vscode/chat';
import { answerNotification } from '../support/vscode/notifications';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { clickDialogButton, dialogText, screenshot, textOf } from '../support/vscode/window';

const SHUNT = 'mcp_switchyard_yard__shunt';

suiteSetup(() => readyChat());

test('a person sees the arguments of a call, allows the tool for the chat, and is not asked again there', async () => {
  const turn = ask('Move the wagons', [
    calls('mcp_activate', { name: 'yard' }),
    calls('mcp_switchyard_yard__look'),
    calls(SHUNT, { wagon: 'W-1\u202e' }),
    calls('mcp_call_tool', { server: 'yard', tool: 'shunt', arguments: { wagon: 'W-2' } }),
    calls('mcp_deactivate', { name: 'yard' }),
    says('Moved.'),
  ]);
  await clickDialogButton('Start Server');
  // That it only reads, nobody but its server says.
  assert.match(await dialogText(), /Run the tool "look" of the MCP server "yard"\?/);
  await clickDialogButton('Run Once');
  const question = await dialogText();
  assert.match(question, /Run the tool "shunt" of the MCP server "yard"\?/);
  assert.ok(question.includes('"wagon": "W-1\\u{202e}"'), question);
  await screenshot('call approval');
  await clickDialogButton('Allow in This Chat');
  const { results } = await turn;
  assert.match(results[1] ?? '', /^look/);
  assert.match(results[2] ?? '', /shunt .*W-1/);
  assert.match(results[3] ?? '', /shunt .*W-2/);
});

test('a person who closes the question is obeyed, and the agent is told so', async () => {
  await newChat();
  const turn = ask('Move another one', [
    calls('mcp_activate', { name: 'yard' }),
    calls(SHUNT, { wagon: 'W-3' }),
    calls('mcp_deactivate', { name: 'yard' }),
    says('Not moved.'),
  ]);
  assert.match(await dialogText(), /W-3/);
  await clickDialogButton('Cancel');
  assert.match((await turn).results[1] ?? '', /Tool call rejected by the user: "yard__shunt" was not run/);
});

test('a tool that changed is withheld until a person has compared it and accepts it', async () => {
  // Nobody uses the server any more: the next start lists anew.
  await changeTools(text => text.replace('to another track', 'to another track, and sells it'));
  await newChat();
  const before = await ask('Move it after the change', [
    calls('mcp_activate', { name: 'yard' }),
    calls('mcp_call_tool', { server: 'yard', tool: 'shunt' }),
    says('It is withheld.'),
  ]);
  assert.match(before.results[1] ?? '', /is withheld: its definition changed since the user approved it/);

  const reviewed = commands.executeCommand('switchyard.reviewTools', 'yard__shunt');
  await until('The comparison is open, with both forms in it', async () => {
    const texts = window.visibleTextEditors.map(({ document }) => document.getText());
    const hasBoth = ['to another track\n', 'to another track, and sells it\n'].every(words =>
      texts.some(text => text.includes(words)),
    );
    return hasBoth || undefined;
  });
  await textOf('.notifications-toasts >> text=Allow agents to use its current version?');
  await screenshot('tool review');
  await answerNotification('Accept');
  await reviewed;

  const turn = ask('Now move it', [
    calls('mcp_call_tool', { server: 'yard', tool: 'shunt', arguments: { wagon: 'W-4' } }),
    says('Moved.'),
  ]);
  await clickDialogButton('Run Once');
  assert.match((await turn).results[0] ?? '', /shunt .*W-4/);
});

/** Rewrites the file that the server takes its tools from. */
async function changeTools(change: (text: string) => string): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const file = Uri.joinPath(folder, 'tools.json');
  const text = new TextDecoder().decode(await workspace.fs.readFile(file));
  await workspace.fs.writeFile(file, new TextEncoder().encode(change(text)));
}
