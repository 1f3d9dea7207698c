import { commands } from 'vscode';
import { rows } from '../support/vscode/explorer';
import { until } from '../support/vscode/until';
import { askLauncher, screenshot } from '../support/vscode/window';
import { write } from '../support/vscode/workspaceFiles';

/** Both views that are open at first. */
const VIEWS = 2;

test('views whose documents never come are there soon, by themselves', async () => {
  write('.switchyard/servers.json', '{"servers": {"lighthouse": {"command": "node"}}}');
  await askLauncher('blankWebviews', { count: VIEWS });
  await commands.executeCommand('switchyard.catalog.focus');
  await until('The rows are there', async () => (await rows('Catalog')).includes('lighthouse'));
  await screenshot('there');
});
