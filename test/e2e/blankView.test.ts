import assert from 'node:assert/strict';
import { commands, window } from 'vscode';
import { rows } from '../support/vscode/explorer';
import { untilPageSays } from '../support/vscode/taskPage';
import { until } from '../support/vscode/until';
import { askLauncher, screenshot } from '../support/vscode/window';

/** A page and all three views. */
const BLANK = 4;

test('a page and views whose documents never come are there soon, by themselves', async () => {
  await commands.executeCommand('workbench.action.closeAllEditors');
  await commands.executeCommand('workbench.view.explorer');
  await askLauncher('blankWebviews', { count: BLANK });
  await commands.executeCommand('switchyard.openSharedState');
  await commands.executeCommand('switchyard.catalog.focus');
  for (const view of ['Catalog', 'Workflows', 'Sessions'])
    await until(`${view} has its rows`, async () => (await rows(view)) !== '');
  await untilPageSays(/The blackboard is empty\./);
  assert.deepEqual(
    window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
    ['Shared State'],
  );
  await screenshot('there');
});
