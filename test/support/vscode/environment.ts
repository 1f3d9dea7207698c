/** Reads what "Show MCP Environment" shows. */
import { commands, window, workspace } from 'vscode';
import { until } from './until';
import { textOf } from './window';

/**
 * Opens the page of the environment, gives the text that it is drawn from, and closes it: while VS Code draws it, the page takes
 * the keyboard, however late, and closes a list that has opened since.
 */
export async function environmentText(): Promise<string> {
  await commands.executeCommand('switchyard.showEnvironment');
  const document = await until('The environment is open', () =>
    workspace.textDocuments.find(({ uri }) => uri.scheme === 'switchyard-environment'),
  );
  await textOf('h1 >> text=MCP Environment');
  const tabs = window.tabGroups.all.flatMap(group => group.tabs);
  await window.tabGroups.close(tabs.filter(({ label }) => label.includes('MCP Environment')));
  return document.getText();
}
