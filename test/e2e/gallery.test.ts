import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { readyChat } from '../support/vscode/chat';
import { until } from '../support/vscode/until';
import { click, screenshot, textOf } from '../support/vscode/window';

const VIEW = '.extensions-viewlet';

suiteSetup(() => readyChat());

test("VS Code's gallery of MCP servers shows the user's servers, which our registry serves", async function () {
  this.timeout(120_000);
  await commands.executeCommand('workbench.extensions.search', '@mcp ');
  await textOf(`${VIEW} >> text=beehives`, 60_000);
  await screenshot('gallery');
  assert.match(
    await textOf(VIEW),
    /beehives\n+Temperature and weight of beehives\n[^]*lighthouse\n+Turns the lamp/,
  );
  await commands.executeCommand('workbench.extensions.search', '@mcp light');
  await until('Others are filtered out', async () => !(await textOf(VIEW)).includes('beehives'));
  await click(`${VIEW} >> text=lighthouse`);
  const label = (): string => window.tabGroups.activeTabGroup.activeTab?.label ?? '';
  await until('Its page is open', () => /lighthouse/i.test(label()));
  await textOf('.mcp-server-editor, .extension-editor >> text=Turns the lamp');
  await screenshot('gallery-page');
});
