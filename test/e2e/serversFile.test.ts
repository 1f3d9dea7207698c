import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, DiagnosticSeverity, languages, Uri, window, workspace } from 'vscode';
import { ask, readyChat } from '../support/vscode/chat';
import { rows } from '../support/vscode/explorer';
import { calls, says } from '../support/vscode/script';
import { until } from '../support/vscode/until';
import { clickDialogButton, isVisible, screenshot, textOf } from '../support/vscode/window';

const path = join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', '.switchyard', 'servers.json');
const BADGE = '.activitybar .badge';

const EVERYTHING = `"everything": {
      "command": "\${env:SWITCHYARD_TEST_NODE}",
      "args": ["\${env:SWITCHYARD_TEST_SERVERS}/server-everything/dist/index.js"]
    }`;
const WHOLE = `{\n  "servers": {\n    ${EVERYTHING}\n  }\n}\n`;
const BAD = `{
  "servers": {
    // Comments may stand here.
    "bad": { "arg": ["x"] },
    ${EVERYTHING},
  }
}
`;

/** What somebody says of the file: line, severity and words. */
function told(by: (source: string | undefined) => boolean): readonly string[] {
  return languages
    .getDiagnostics(Uri.file(path))
    .filter(({ source }) => by(source))
    .map(
      ({ range, severity, message }) => `${range.start.line + 1} ${DiagnosticSeverity[severity]} ${message}`,
    )
    .sort();
}

const ours = (): readonly string[] => told(source => source === 'Switchyard');
const schemas = (): readonly string[] => told(source => source !== 'Switchyard');

suiteSetup(async () => {
  writeFileSync(path, WHOLE);
  await readyChat();
  await commands.executeCommand('switchyard.catalog.focus');
  await until('The catalog shows its groups', async () => (await rows('Catalog')).includes('Ready'));
});

test('what is wrong in the servers file stands in the Problems view, on the icon, and in what agents are told', async () => {
  await until('Nothing is wrong yet', async () => ours().length === 0 && !(await isVisible(BADGE)));
  writeFileSync(path, BAD);
  await until('The problems are told', async () => ours().length === 2);
  assert.deepEqual(ours(), [
    '4 Error "bad": it has neither a command nor a url. Give it one of them.',
    '4 Warning "bad": "arg" is no field of a server, so it is not read. Did you mean "args"?',
  ]);
  await textOf(`${BADGE} >> text=2`);
  await commands.executeCommand('workbench.actions.view.problems');
  await textOf('.markers-panel-container >> text=Did you mean "args"?');
  await screenshot('servers-file-problems');

  const asked = await ask('Use the bad one', [
    calls('mcp_environment'),
    calls('mcp_activate', { name: 'bad' }),
    says('It is broken.'),
  ]);
  for (const result of asked.results)
    assert.match(result, /servers\.json:4:5: \\?"bad\\?": it has neither a command nor a url/);
});

test('the schema says in the editor what the reader says, and lets comments and trailing commas be', async () => {
  const document = await workspace.openTextDocument(path);
  await window.showTextDocument(document);
  assert.equal(document.languageId, 'jsonc');
  await until('The schema has looked', async () => schemas().length > 0);
  assert.match(schemas().join('\n'), /4 Warning .*arg is not allowed/);
  assert.doesNotMatch(schemas().join('\n'), /[Cc]omment|[Tt]railing/);
});

test('a half-saved file keeps what runs, and everything told of it goes away when it is mended', async () => {
  writeFileSync(path, WHOLE);
  await until('Nothing is wrong', async () => ours().length === 0);
  await until('The badge is gone', async () => !(await isVisible(BADGE)));
  const begun = ask('Before the break', [
    calls('mcp_activate', { name: 'everything' }),
    calls('mcp_switchyard_everything__echo', { message: 'before' }),
    says('Done.'),
  ]);
  await clickDialogButton('Start Server');
  await begun;

  writeFileSync(path, WHOLE.slice(0, 60));
  await until('The break is told', async () => ours().length === 1);
  assert.match(ours()[0] ?? '', /Error Syntax error at line .*its servers stay as they were read before\./);
  const between = await ask('While it is broken', [
    calls('mcp_switchyard_everything__echo', { message: 'in between' }),
    says('Done.'),
  ]);
  assert.match(between.results[0] ?? '', /in between/);

  writeFileSync(path, WHOLE);
  await until('Nothing is wrong', async () => ours().length === 0);
  const after = await ask('Once it is mended', [
    calls('mcp_switchyard_everything__echo', { message: 'afterwards' }),
    says('Done.'),
  ]);
  assert.match(after.results[0] ?? '', /afterwards/);
});
