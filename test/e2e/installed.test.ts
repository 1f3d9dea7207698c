import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigurationTarget, extensions, workspace } from 'vscode';
import { OtlpReceiver } from '../support/otlpReceiver';
import { ask, readyChat } from '../support/vscode/chat';
import { field, find } from '../support/vscode/results';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { clickDialogButton, dialogText, screenshot, textOf } from '../support/vscode/window';

const READ = 'mcp_switchyard_filesystem__read_text_file';
const STATUS = '[id="switchyard.switchyard.switchyard.status"]';
const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** Where VS Code put what it took out of the .vsix. */
function installed(): string {
  return extensions.getExtension('switchyard.switchyard')?.extensionPath ?? '';
}

suiteSetup(() => readyChat());

test('what runs is what the .vsix brought, and nothing of a checkout', () => {
  assert.match(installed(), /server\/extensions\/switchyard\.switchyard-\d+\.\d+\.\d+$/);
  for (const name of ['src', 'test', 'samples', 'node_modules', 'docs/dev', 'esbuild.mjs'])
    assert.equal(existsSync(join(installed(), name)), false, `${name} is not in it`);
  const manifest = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8')) as object;
  assert.equal('devDependencies' in manifest, false);
  assert.match(readFileSync(join(installed(), 'dist/ThirdPartyNotices.txt'), 'utf8'), /zod \d/);
});

test('an agent finds, switches on and uses a server, and its work is recorded with the file that changed', async () => {
  const turn = ask('Read the sign and record what you do', [
    calls('mcp_discover', { intent: 'read a file' }),
    calls('mcp_activate', { name: 'filesystem' }),
    calls(READ, { path: join(folder, 'sign.txt') }),
    calls('start_workflow', { name: 'Signs' }),
    calls('start_task', results => ({
      workflow_id: field(results, 'workflow_id'),
      name: 'Paint the sign',
      goal: 'It says closed',
    })),
    says('Begun.'),
  ]);
  assert.match(await dialogText(), /Start the MCP server "filesystem"\?/);
  await clickDialogButton('Start Server');
  const { results } = await turn;
  assert.match(results[2] ?? '', /The yard is open\./);
  const task = find(results, 'task_id');
  await until('The status bar shows the task', async () => /Paint the sign/.test(await textOf(STATUS)));

  writeFileSync(join(folder, 'sign.txt'), 'The yard is closed.\n');
  const done = await ask('The sign is painted', [
    calls('complete_task', { task_id: task, status: 'success', outcome: { summary: 'It is closed.' } }),
    says('Done.'),
  ]);
  assert.match(done.results[0] ?? '', /sign\.txt/);
  await screenshot('installed');
});

test('calls reach a collector from the moment the user sets one, and none before', async () => {
  const collector = new OtlpReceiver();
  const settings = workspace.getConfiguration('switchyard');
  await settings.update('telemetry.endpoint', await collector.open(), ConfigurationTarget.Global);
  try {
    await ask('Read the sign once more', [calls(READ, { path: join(folder, 'sign.txt') }), says('Done.')]);
    await collector.until(({ spans }) => spans.length >= 2);
    assert.deepEqual(collector.spans.map(({ name }) => name).toSorted(), [
      'tools/call filesystem__read_text_file',
      'tools/call read_text_file',
    ]);
    assert.doesNotMatch(collector.bodies.join('\n'), /sign\.txt|closed/);
  } finally {
    await settings.update('telemetry.endpoint', undefined, ConfigurationTarget.Global);
    collector.close();
  }
});
