import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { readyChat } from '../support/vscode/chat';
import { PATIENCE_MS } from '../support/vscode/patience';
import { until } from '../support/vscode/until';
import { click, screenshot, textOf } from '../support/vscode/window';

const VIEW = '.extensions-viewlet';
const BOTH = /beehives\n+Temperature and weight of beehives\n[^]*lighthouse\n+Turns the lamp/;

suiteSetup(() => readyChat());

test("VS Code's gallery of MCP servers shows the user's servers, which our registry serves", async () => {
  await searchAll();
  await screenshot('gallery');
  await commands.executeCommand('workbench.extensions.search', '@mcp light');
  await until(
    'The other one is filtered out',
    async () => (await shown(/lighthouse/)) && !(await shown(/beehives/)),
  );
  await click(`${VIEW} >> text=lighthouse`);
  const label = (): string => window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  await until('Its page is open', () => /lighthouse/i.test(label()));
  await textOf('.mcp-server-editor, .extension-editor >> text=Turns the lamp');
  await screenshot('gallery-page');
});

/**
 * Searches for all servers. VS Code asks the registry again while it starts, and the list is empty for that moment: the whole list is waited
 * for. On a busy machine it stays empty until somebody searches again, with other words.
 */
async function searchAll(): Promise<void> {
  for (const query of ['@mcp ', '@mcp', '@mcp ', '@mcp']) {
    await commands.executeCommand('workbench.extensions.search', query);
    const isListed = until('Both servers are listed', () => shown(BOTH), PATIENCE_MS / 4);
    if (await isListed.catch(() => false)) return;
  }
  assert.match(await textOf(VIEW), BOTH);
}

async function shown(rows: RegExp): Promise<boolean> {
  return rows.test(await textOf(VIEW));
}
