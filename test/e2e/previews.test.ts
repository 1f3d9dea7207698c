import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { focusedRow, rows } from '../support/vscode/explorer';
import { untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import { keyboardIsAt } from '../support/vscode/whatIsShown';
import { click, screenshot } from '../support/vscode/window';

test('a click shows a server in the one tab that is used again and leaves the keyboard in the catalog; who opens a tool keeps the page', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('switchyard.catalog.focus');
  await until('The catalog is there', async () => (await rows('Catalog')).includes('everything'));
  await click(row('memory'));
  await untilPageSays(/^MCP server[\s\S]*memory[\s\S]*Tools/);
  assert.match(await focusedRow('Catalog'), /^memory/);
  assert.match(await keyboardIsAt(), /memory/);
  await click(row('everything'));
  await until('The tab is used again', () => serverTabs().join() === 'everything');
  await untilPageSays(/^MCP server[\s\S]*everything[\s\S]*Setup/);
  assert.match(await keyboardIsAt(), /everything/);

  await click('#tab-setup');
  await untilPageSays(/Defined in/);
  await click(row('memory'));
  await until('The tab is used again', () => serverTabs().join() === 'memory');
  const text = await untilPageSays(/^MCP server[\s\S]*memory[\s\S]*Tools/);
  assert.doesNotMatch(text, /Defined in/, 'the next page does not begin where the last one was left');

  await click(row('everything'));
  await click('.tool-name:has-text("get-sum")');
  await untilPageSays(/Try Tool[\s\S]*Run Tool/);
  await click(row('memory'));
  await until('What somebody works on is kept', () => serverTabs().join() === 'everything,memory');
  await screenshot('server-previews');
  await commands.executeCommand('workbench.action.closeAllEditors');
});

function row(label: string): string {
  return `[role="tree"][aria-label="Catalog"] [role="treeitem"][aria-label^="${label}"]`;
}

/** The tabs in which pages of servers are open. */
function serverTabs(): readonly string[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) =>
      String((input as { viewType?: string } | undefined)?.viewType).endsWith('switchyard.server'),
    )
    .map(({ label }) => label);
}
