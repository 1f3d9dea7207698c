/** Reads what "Show MCP Environment" shows. */
import { commands, workspace } from 'vscode';
import { until } from './until';

/** Opens the page of the environment, and gives the text that it is drawn from. */
export async function environmentText(): Promise<string> {
  await commands.executeCommand('switchyard.showEnvironment');
  const document = await until('The environment is open', () =>
    workspace.textDocuments.find(({ uri }) => uri.scheme === 'switchyard-environment'),
  );
  return document.getText();
}
