import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { commands, env, extensions, lm, workspace } from 'vscode';
import { entriesBelow } from '../support/filesOnDisk';
import { textOf } from '../support/vscode/window';

/** Where VS Code's own programs are: it may start them as it likes. */
const [VSCODE = ''] = (process.argv[1] ?? '').split('/out/');

/** Where the suite keeps what it makes, and where the programs of spyPrograms note that they ran. */
const RESULTS = process.env['SWITCHYARD_TEST_RESULTS'] ?? '';
const RAN = `${RESULTS}.ran`;

// Here, not for all of VS Code, which takes its PATH from a login shell.
process.env['PATH'] = `${process.env['SWITCHYARD_TEST_PROGRAMS']}${delimiter}${process.env['PATH']}`;

const ran = (): readonly string[] => (existsSync(RAN) ? readFileSync(RAN, 'utf8').trim().split('\n') : []);

/** Processes that this extension host started and that are not VS Code's own: their command lines. */
function children(): readonly string[] {
  return readdirSync('/proc').flatMap(pid => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      // The name of a program may hold brackets: what counts stands behind the last one.
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return parent === String(process.pid) && !command.includes(VSCODE) ? [command] : [];
    } catch {
      return []; // It ended meanwhile.
    }
  });
}

/** Files of ours in VS Code's storage: the runtime keeps its journal there. */
function journals(): readonly string[] {
  const names = entriesBelow(join(dirname(RESULTS), 'data')).map(({ name }) => name);
  return names.filter(name => name === 'journal.db');
}

test('nothing of ours runs in an untrusted workspace, and the reason is said', async () => {
  assert.equal(workspace.isTrusted, false);
  await extensions.getExtension('switchyard.switchyard')?.activate();
  assert.deepEqual(
    lm.tools.filter(tool => tool.name.startsWith('mcp_switchyard')),
    [],
  );
  await commands.executeCommand('switchyard.showEnvironment');
  assert.match(await textOf('.notification-toast >> text=/not trusted/'), /Switchyard starts no server here/);
});

test('the explorer says what stays off in an untrusted workspace, and where that is changed', async () => {
  await commands.executeCommand('switchyard.workflows.focus');
  const said = await textOf("text=Workspace not trusted: servers defined here don't start.");
  assert.equal(said, "Workspace not trusted: servers defined here don't start.");
  await textOf('role=button[name="Manage Workspace Trust"]');
});

test('no address is copied in an untrusted workspace, where nothing would answer at it', async () => {
  await commands.executeCommand('notifications.clearAll');
  await env.clipboard.writeText('as it was');
  await commands.executeCommand('switchyard.copyRoundEndpoint');
  assert.match(await textOf('.notification-toast >> text=/not trusted/'), /Trust the workspace to use it/);
  assert.equal(await env.clipboard.readText(), 'as it was');
});

test('no program ran meanwhile: no server, no git, no journal was opened', async () => {
  await commands.executeCommand('switchyard.activateServer', 'canary');
  assert.deepEqual(ran(), []);
  assert.deepEqual(children(), []);
  assert.deepEqual(journals(), []);
});

test('what watches sees: a git of ours, and a process of ours', () => {
  assert.match(VSCODE, /\/vscode$/);
  spawnSync('git', ['status']);
  assert.deepEqual(ran(), ['git status']);
  const child = spawn('sleep', ['60']);
  assert.deepEqual(children(), ['sleep 60']);
  child.kill();
});
