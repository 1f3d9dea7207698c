import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { commands, workspace } from 'vscode';
import { environmentText } from '../support/vscode/environment';
import { contentOf, entriesBelow } from '../support/filesOnDisk';
import { answerNotification } from '../support/vscode/notifications';
import { untilAsked, untilTitled } from '../support/vscode/quickInput';
import { until } from '../support/vscode/until';
import {
  click,
  clickDialogButton,
  dialogText,
  hover,
  isVisible,
  press,
  screenshot,
  textOf,
  type,
} from '../support/vscode/window';

/** Made at run time: whoever finds it in a file found a leak. */
const KEY = [
  'gh',
  'p_',
  ...Array.from({ length: 36 }, () => Math.floor(Math.random() * 36).toString(36)),
].join('');

const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

function inHome(path: string, text: string): void {
  const file = join(homedir(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** All that VS Code and we keep on disk for this user, as text, but for the file that the key was put into. */
function keptOnDisk(): string {
  return entriesBelow(join(dirname(folder), 'data'))
    .filter(entry => entry.isFile() && !entry.parentPath.endsWith('.cursor'))
    .map(entry => contentOf(join(entry.parentPath, entry.name)).toString('latin1'))
    .join('\n');
}

async function closeNotifications(): Promise<void> {
  await commands.executeCommand('notifications.clearAll');
}

suiteSetup(() => {
  // The launcher gives every run a home of its own.
  assert.ok(homedir().startsWith(dirname(folder)), homedir());
});

test('says where it looked while no other tool has a server', async () => {
  const shown = commands.executeCommand('switchyard.importServers');
  await untilTitled('No servers of other tools were found');
  await screenshot('nothing to import');
  assert.match(await textOf('.quick-input-list'), /Cursor/);
  await press('Escape');
  await shown;
  // At most three are shown at once: those about the workspace's own file make room.
  await closeNotifications();
});

test('a person sees what other tools have, checks it, and has it in the catalog', async () => {
  inHome(
    '.cursor/mcp.json',
    JSON.stringify({
      mcpServers: {
        tickets: { command: 'npx', args: ['-y', 'tickets-server'], env: { TICKETS_TOKEN: KEY } },
        shared: { url: 'https://shared.example/mcp' },
      },
    }),
  );
  inHome(
    '.codeium/windsurf/mcp_config.json',
    '{"mcpServers": {"shared": {"serverUrl": "https://shared.example/mcp"}}}',
  );
  inHome('.codex/config.toml', `[mcp_servers.broken]\ncommand = "x\n`);
  writeFileSync(
    join(folder, '.mcp.json'),
    '{"mcpServers": {"from-project": {"command": "npx", "args": ["of-the-team"]}}}',
  );

  const imported = commands.executeCommand('switchyard.importServers');
  await untilTitled('Import Servers');
  const list = await textOf('.quick-input-list');
  assert.match(list, /tickets/);
  assert.match(list, /keys in the file: TICKETS_TOKEN/);
  assert.match(list, /also in Windsurf/);
  assert.ok(!list.includes(KEY));
  await textOf('.notifications-toasts >> text=/config.toml: Syntax error at line 2/');
  await screenshot('import');
  await press('Enter');
  await imported;
  await textOf(
    '.notifications-toasts >> text=/Imported: tickets, shared. Kept in their file.*TICKETS_TOKEN/',
  );

  const text = await until('The catalog has it', async () => {
    const now = await environmentText();
    return now.includes('tickets') ? now : undefined;
  });
  assert.match(text, /shared/);
  // A file of the workspace may be somebody else's word.
  assert.doesNotMatch(text, /from-project/);
});

test('a person copies the keys into the secret store, and none is on disk', async () => {
  await answerNotification('Copy Keys to Secret Storage');
  await textOf(
    '.notifications-center >> text=/Stored in your operating system.s secret store: TICKETS_TOKEN/',
  );
  await screenshot('keys copied');
  assert.ok(!keptOnDisk().includes(KEY));
  await closeNotifications();
});

test('a change of a file is told, shown as a difference, and left out until it is taken over', async () => {
  inHome('.cursor/mcp.json', '{"mcpServers": {"tickets": {"command": "something-else"}}}');
  await until('The status bar knows', async () => {
    await hover('[id="switchyard.switchyard.switchyard.status"] a');
    return await isVisible('.monaco-hover >> text=/The configuration of another tool has changed/');
  });
  await click('.monaco-hover >> text=Show Differences');
  await untilTitled('Import Servers');
  const list = await textOf('.quick-input-list');
  assert.match(list, /changed since it was imported/);
  assert.match(list, /npx -y tickets-server → something-else/);
  await screenshot('import differences');
  while (await isVisible('.quick-input-list')) await press('Escape');
  await closeNotifications();
});

test('a person adds a server from a command line, and its key goes to the secret store', async () => {
  const added = commands.executeCommand('switchyard.addServer');
  await untilTitled('Add Server');
  await type('npx foo | tee log');
  await press('Enter');
  await untilAsked('/A server is started without a shell/');
  await press('Control+A');
  await type(`npx -y @acme/mcp-server-shop --api-key ${KEY} "two words"`);
  await press('Enter');
  await textOf('.quick-input-list >> text=Add to User Settings');
  const question = await textOf('.quick-input-list');
  assert.match(question, /@acme\/mcp-server-shop/);
  assert.match(question, /Kept in your operating system's secret store, not in the settings: api-key/);
  assert.ok(!question.includes(KEY));
  await screenshot('add server');
  await press('Enter');
  await added;
  assert.deepEqual(workspace.getConfiguration('switchyard').inspect('servers')?.globalValue, {
    shop: {
      command: 'npx',
      args: ['-y', '@acme/mcp-server-shop', '--api-key', '${input:api-key}', 'two words'],
    },
  });
  assert.ok(!keptOnDisk().includes(KEY));
});

test('an entry of that name is replaced only by somebody who says so', async () => {
  const added = commands.executeCommand(
    'switchyard.addServer',
    '{"shop": {"url": "https://shop.example/mcp"}}',
  );
  await untilTitled('Add Server');
  await press('Enter');
  await textOf('.quick-input-list >> text=Add to User Settings');
  await press('Enter');
  assert.match(await dialogText(), /These settings already contain a server "shop"/);
  await clickDialogButton('Cancel');
  await added;
  const servers = workspace
    .getConfiguration('switchyard')
    .inspect<Record<string, unknown>>('servers')?.globalValue;
  assert.ok(JSON.stringify(servers?.['shop']).includes('@acme/mcp-server-shop'));
});
