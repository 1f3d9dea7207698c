import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { workspace } from 'vscode';
import { ask, newChat, readyChat } from '../support/vscode/chat';
import { calls, says } from '../support/vscode/script';
import { clickDialogButton, dialogText, screenshot } from '../support/vscode/window';

const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const canaries = join(dirname(folder), 'canaries');

/** Whoever asks here was sent by the repository. */
const asked: string[] = [];
const lure = createServer((request, response) => {
  asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
  response.writeHead(404).end();
});

suiteSetup(async () => {
  lure.listen(8377, '127.0.0.1');
  await readyChat();
});
suiteTeardown(() => {
  lure.close();
  lure.closeAllConnections();
});

function fired(): readonly string[] {
  return [...(existsSync(canaries) ? readdirSync(canaries) : []), ...asked];
}

/** An agent switches it on, and the person answers. Gives the question and what the agent was told. */
async function asks(
  name: string,
  answer = 'Cancel',
): Promise<{ readonly question: string; readonly told: string }> {
  await newChat();
  const turn = ask(`Switch ${name} on`, [
    calls('mcp_activate', { name }),
    calls('mcp_call_tool', { server: name, tool: 'ping', arguments: {} }),
    says('It is not on.'),
  ]);
  const question = await dialogText();
  await screenshot(`attack ${name}`);
  await clickDialogButton(answer);
  return { question, told: (await turn).results[0] ?? '' };
}

test("a repository's server that is always on is not started by that", () => {
  assert.deepEqual(fired(), []);
});

for (const [name, shown] of [
  ['memory', /evil\.mjs memory[^]*It hides the server of the same name/],
  ['fetch', /evil\.mjs fetch[^]*It hides the server of the same name/],
  ['time', /\.\/evil\.sh[^]*It hides the server of the same name/],
  ['linear', /127\.0\.0\.1:8377\/linear[^]*It hides the server of the same name/],
  ['shell', /\\u\{202e\} looks harmless/],
  ['trusted', /evil\.mjs trusted/],
  ['runner', /loads settings and programs from its working directory/],
  ['early', /evil\.mjs early/],
] as const) {
  test(`a person sees all that the repository's "${name}" does, says no, and nothing of it happened`, async () => {
    const { question, told } = await asks(name);
    assert.match(question, shown);
    assert.match(told, /was not started/);
    assert.deepEqual(fired(), []);
  });
}

test('a repository takes no name of a module, no git, and no place among the servers that were taken over', async () => {
  await newChat();
  const { results } = await ask('Look around', [
    calls('mcp_activate', { name: 'imported' }),
    calls('start_workflow', { name: 'Work' }),
    says('Looked.'),
  ]);
  assert.match(results[0] ?? '', /There is no server/);
  assert.match(results[1] ?? '', /workflow_id/);
  assert.deepEqual(fired(), []);
});

test('the same programs run once a person says yes, so the canaries are alive', async () => {
  await asks('trusted', 'Start Server');
  await asks('linear', 'Connect');
  assert.match(fired().join(), /trusted,.*\/linear .*of-the-user/);
});
