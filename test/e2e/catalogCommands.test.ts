import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { commands, ConfigurationTarget, workspace } from 'vscode';
import { listen } from '../support/httpListener';
import { mcpRegistry } from '../support/mcpRegistry';
import { ordinary, published } from '../support/registryDocuments';
import { environmentText } from '../support/vscode/environment';
import { contentOf, entriesBelow } from '../support/filesOnDisk';
import { ask, newChat, readyChat, untilOffered } from '../support/vscode/chat';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { calls, says } from '../support/vscode/script';
import {
  clickDialogButton,
  dialogText,
  evaluate,
  press,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';

/** Made at run time, so that it stands in no file beforehand. */
const PLANTED = `planted-${randomUUID()}`;
const PICK = '.quick-input-widget';

suiteSetup(() => readyChat());

test('an agent that wants to deploy is told what is missing, a person enters it, and the same chat goes on', async () => {
  const lost = await ask('Deploy my app', [
    calls('mcp_discover', { intent: 'deploy my app' }),
    calls('mcp_activate', { name: 'vercel' }),
    says('I need a key.'),
  ]);
  assert.match(lost.results[0] ?? '', /vercel[^]*VERCEL_TOKEN/);
  assert.match(lost.results[1] ?? '', /Missing VERCEL_TOKEN\. The user can enter it with the command/);

  const entered = commands.executeCommand('switchyard.enterCredentials', 'vercel');
  await untilTitled('vercel (1/1)');
  await type(PLANTED);
  assert.equal(await evaluate('.quick-input-widget input', 'return element.type'), 'password');
  await screenshot('key-for-vercel');
  await press('Enter');
  await entered;

  const turn = ask('The key is there now', [
    calls('mcp_activate', { name: 'vercel' }),
    calls('mcp_switchyard_vercel__echo', { message: 'deployed' }),
    calls('mcp_switchyard_vercel__get-env'),
    says('Done.'),
  ]);
  assert.match(await dialogText(), /Start the MCP server "vercel"\?/);
  await clickDialogButton('Start Server');
  const { requests, results } = await turn;
  assert.ok(requests[1]?.tools.includes('mcp_switchyard_vercel__echo'));
  assert.match(results[1] ?? '', /deployed/);
  // The server has the key, and what it says of it is masked on the way to the model.
  assert.match(results[2] ?? '', /VERCEL_TOKEN[^]{0,6}•••/);
});

test('no file of the window, the workspace or ours holds a key that was entered', async () => {
  assert.doesNotMatch(await environmentText(), new RegExp(PLANTED));
  const holders = filesHolding([PLANTED, Buffer.from(PLANTED).toString('base64').slice(0, 30)]);
  assert.deepEqual(holders, []);
  // The search is no search if it finds nothing that is there.
  assert.notDeepEqual(filesHolding(['publish a website', 'VERCEL_TOKEN']), []);
});

/** Files below the window's data, state, logs and workspace that hold one of the texts. */
function filesHolding(texts: readonly string[]): readonly string[] {
  const [folder] = workspace.workspaceFolders ?? [];
  const root = dirname(folder?.uri.fsPath ?? '');
  const results = join(root, 'results.json'); // Of the tests themselves.
  return entriesBelow(root)
    .filter(each => each.isFile())
    .map(each => join(each.parentPath, each.name))
    .filter(path => path !== results)
    .filter(path => {
      const content = contentOf(path);
      return texts.some(text => content.includes(text) || content.includes(Buffer.from(text, 'utf16le')));
    });
}

test('a person finds a server by what it is for, and switches it off for the workspace and on again', async () => {
  const search = commands.executeCommand('switchyard.searchCatalog');
  await untilTitled('Search Catalog');
  await type('publish a website');
  await textOf(`${PICK} >> text=vercel`);
  await screenshot('search-catalog');
  await press('Escape');
  await search;

  const disabled = commands.executeCommand('switchyard.disableServer', 'vercel');
  await untilTitled('Disable "vercel"');
  await type('Workspace');
  await screenshot('disable-server');
  await press('Enter');
  await disabled;
  await untilOffered('mcp_switchyard_vercel__echo', false);
  const refused = await ask('Deploy it again', [
    calls('mcp_activate', { name: 'vercel' }),
    says('It is switched off.'),
  ]);
  assert.ok(!refused.requests[0]?.tools.includes('mcp_switchyard_vercel__echo'));
  assert.match(
    refused.results[0] ?? '',
    /"vercel" is switched off for this workspace\. The user can switch it on again with the command/,
  );

  const enabled = commands.executeCommand('switchyard.enableServer', 'vercel');
  await untilTitled('Enable "vercel"');
  await type('Workspace');
  await press('Enter');
  await enabled;
  const again = await ask('Now it may', [
    calls('mcp_activate', { name: 'vercel' }),
    calls('mcp_switchyard_vercel__echo', { message: 'deployed again' }),
    says('It is on.'),
  ]);
  assert.match(again.results[0] ?? '', /"already_active":\s*false/);
});

test('a person sees how the servers are, without any of them being started', async () => {
  const checked = commands.executeCommand('switchyard.checkHealth');
  await textOf(`${PICK} >> text=/answers in \\d+ ms/`);
  await textOf(`${PICK} >> text=Needs something first`);
  await screenshot('server-health');
  await press('Escape');
  await checked;
});

test('of 130 tools an agent lists those for what it wants to do, and calls another all the same', async () => {
  await newChat();
  const turn = ask('Archive ledger 7', [
    calls('mcp_activate', { name: 'ledgers', for: 'archive what is in ledger 7' }),
    calls('mcp_switchyard_ledgers__archive_ledger_7', { id: 'a' }),
    calls('mcp_call_tool', { tool: 'ledgers__copy_ledger_13', arguments: { id: 'a' } }),
    says('Done.'),
  ]);
  await clickDialogButton('Start Server');
  const { requests, results } = await turn;
  const offered = ledgersIn(requests[1]?.tools);
  assert.ok(offered.includes('archive_ledger_7'), offered.join(' '));
  assert.ok(offered.length >= 8 && offered.length <= 24, `${offered.length} tools`);
  assert.match(results[0] ?? '', /"left_out":\s*1\d\d/);
  assert.match(results[1] ?? '', /archive_ledger_7 was called/);
  assert.match(results[2] ?? '', /copy_ledger_13 was called/);
  await commands.executeCommand('switchyard.sessions.focus');
  await screenshot('tools-of-130');
});

test('a person selects which of them agents see', async () => {
  // Only one chat uses it: nobody is asked which.
  const chosen = commands.executeCommand('switchyard.chooseTools', 'ledgers');
  await untilTitled('Choose Tools: ledgers');
  await type('update_ledger_9');
  await screenshot('choose-tools');
  await press('ArrowDown');
  await press('Space');
  await press('Enter');
  await chosen;
  await untilOffered('mcp_switchyard_ledgers__update_ledger_9');
});

test('a toolset is switched on by one click, and what it lacks is named', async () => {
  const toggled = commands.executeCommand('switchyard.toggleServer');
  await pickNewestChat();
  await untilAsked('year-end');
  await screenshot('toolset-in-list');
  await type('year-end');
  await press('Enter');
  await untilOffered('mcp_switchyard_ledgers__list_ledger_1');
  await untilOffered('mcp_switchyard_ledgers__update_ledger_9', false);
  await textOf('.notifications-toasts >> text=/is active in part.*gone/');
  await press('Escape');
  await toggled;
});

test('two letters of a name find a server', async () => {
  const search = commands.executeCommand('switchyard.searchCatalog');
  await untilTitled('Search Catalog');
  await type('le');
  await textOf(`${PICK} .monaco-list-row >> nth=0 >> text=ledgers`);
  await screenshot('two-letters');
  await press('Escape');
  await search;
});

/** The chat used last comes first. */
async function pickNewestChat(): Promise<void> {
  await untilTitled('Chat Session');
  await press('Enter');
}

/** The tools of the server with 130, by its own names. */
function ledgersIn(tools: readonly string[] = []): readonly string[] {
  const prefix = 'mcp_switchyard_ledgers__';
  return tools.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length));
}

test('a person syncs a registry, finds a server in it, sees who published it, and the chat is asked before it starts', async () => {
  const documents = [
    published('io.github.ann/beehives', {
      description: 'Temperature and weight of beehives, with alarms',
      remotes: [{ type: 'streamable-http', url: 'https://beehives.example.com/mcp' }],
    }),
    ...ordinary(20),
  ];
  const registry = await mcpRegistry(listen, documents);
  await workspace
    .getConfiguration('switchyard')
    .update('mcpRegistry.url', registry.origin, ConfigurationTarget.Global);
  assert.deepEqual(registry.requests, []);
  const syncing = commands.executeCommand('switchyard.syncRegistry');
  await untilAsked('All Servers');
  await press('Enter');
  await syncing;
  assert.match(
    await textOf('.notification-list-item-message >> text=in the catalog'),
    /Servers of the MCP registry in the catalog: 21 /,
  );

  const intent = 'weight of my beehives';
  const { results } = await ask('Beehives', [calls('mcp_discover', { intent }), says('Found.')]);
  const name = /beehives-[0-9a-z]{7}/.exec(results[0] ?? '')?.[0] ?? '';
  assert.notEqual(name, '', results[0]);
  // Thousands of them would bury what a person has.
  assert.doesNotMatch(await environmentText(), new RegExp(name));

  const turn = ask('Use it', [calls('mcp_activate', { name }), says('Not today.')]);
  const question = await dialogText();
  assert.match(question, /https:\/\/beehives\.example\.com\/mcp/);
  assert.match(
    question,
    /From: the MCP registry 127\.0\.0\.1:\d+: io\.github\.ann\/beehives 1\.0\.0, published 2026-03-01 · io\.github\.ann/,
  );
  await clickDialogButton('Cancel');
  assert.match((await turn).results[0] ?? '', /was not started/);
});
