import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { commands, window, workspace } from 'vscode';
import { acrossReloads } from '../support/vscode/acrossReloads';
import { ask, readyChat } from '../support/vscode/chat';
import { rows } from '../support/vscode/explorer';
import { isKept } from '../support/vscode/kept';
import { pick } from '../support/vscode/keyboard';
import { recordWork } from '../support/vscode/recordedWork';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { clickDialogButton, textOf } from '../support/vscode/window';

const READ = 'mcp_switchyard_filesystem__read_text_file';

test('a reload in the middle: tools come back, approvals stay, activations and processes are gone', () =>
  acrossReloads(
    async () => {
      await readyChat();
      const turn = ask('Read before the reload', [
        calls('mcp_activate', { name: 'filesystem' }),
        calls(READ, { path: sign() }),
        says('Done.'),
      ]);
      await clickDialogButton('Start Server');
      assert.match((await turn).results[1] ?? '', /The yard is open\./);
      const pids = serverPids();
      assert.equal(pids.length, 1);
      return pids;
    },
    async ([pids]) => {
      await readyChat();
      await until(
        'The old server is gone',
        () => !serverPids().some(pid => (pids as number[]).includes(pid)),
      );
      assert.deepEqual(serverPids(), [], 'nothing starts by itself');
      await until('VS Code asked us for our tools again', listsAfresh);

      const turn = await ask('Read after the reload', [
        calls('mcp_activate', { name: 'filesystem' }),
        calls(READ, { path: sign() }),
        says('Done.'),
      ]);
      assert.ok(turn.requests[0]?.tools.includes('mcp_switchyard__mcp_activate'), 'our tools are back');
      assert.ok(!turn.requests[0]?.tools.includes(READ), 'the activation did not outlive its session');
      assert.match(
        turn.results[0] ?? '',
        /"state":\s*"cached"/,
        'its tools are known, and nobody is asked again',
      );
      assert.match(turn.results[1] ?? '', /The yard is open\./);
    },
  ));

test('changes of a task that were in front are there again after a reload', () =>
  acrossReloads(
    async () => {
      await readyChat();
      await recordWork();
      await commands.executeCommand('workbench.action.closeAuxiliaryBar');
      await pick(() => begin('switchyard.openTaskChanges'), 'Signal box');
      await textOf('.multiDiffEditor >> text=points.ts');
      await until('VS Code keeps the tab', () => isKept('Changes of'));
    },
    async () => {
      await textOf('.multiDiffEditor >> text=points.ts');
      await commands.executeCommand('workbench.action.closeAllEditors');
    },
  ));

test('the preview of a restore goes with the question, also where a reload of the window ended it', () =>
  acrossReloads(
    async () => {
      await pick(() => begin('switchyard.restoreTask'), 'Lamps');
      await until('The preview is open', () => tabs().some(label => label.includes('(Now ↔ Then)')));
      await until('VS Code keeps the tab', () => isKept('(Now ↔ Then)'));
    },
    async () => {
      await commands.executeCommand('switchyard.workflows.focus');
      await until('The tasks are shown', async () => (await rows('Workflows')).includes('Lamps'));
      await until('It is gone', () => tabs().length === 0);
    },
  ));

/** Runs a command that asks. */
async function begin(command: string): Promise<void> {
  void commands.executeCommand(command);
}

function tabs(): readonly string[] {
  return window.tabGroups.all.flatMap(group => group.tabs).map(({ label }) => label);
}

let looks = 0;

/**
 * Whether a request has the list of this window. Until VS Code has taken in what our provider says, some hundred milliseconds
 * after the reload, its requests show the tools that it kept from the window before.
 */
async function listsAfresh(): Promise<boolean> {
  looks += 1;
  const { requests } = await ask(`Look ${looks}`, [says('Done.')]);
  return requests[0]?.tools.includes(READ) === false;
}

function sign(): string {
  return join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'sign.txt');
}

/** Processes of the filesystem server on this very workspace. */
function serverPids(): number[] {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('server-filesystem') && line.includes(folder))
    .map(line => Number.parseInt(line, 10));
}
