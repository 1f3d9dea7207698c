/** Another agent, outside the window: the built program on what the window keeps for this workspace. */
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { workspace } from 'vscode';
import { entriesBelow } from '../filesOnDisk';

const EXTENSION = 'switchyard.switchyard';

/** An agent of the program, as a test drives it. */
export interface AgentBeside {
  /** The answer's `structuredContent`, or what the text of an error says. */
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  toolNames(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Starts the program with the window's own state folder. The suite says in its environment where the two stand. */
export async function startBesideWindow(): Promise<AgentBeside> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return await startProgram(['--workspace', folder, '--state', stateFolderOf(folder)], dirname(folder));
}

async function startProgram(args: readonly string[], home: string): Promise<AgentBeside> {
  return await agentAt(
    new StdioClientTransport({
      command: process.env['SWITCHYARD_TEST_NODE'] ?? '',
      args: [process.env['SWITCHYARD_TEST_PROGRAM'] ?? '', ...args],
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      stderr: 'ignore',
    }),
  );
}

/** An agent of a program that is reached this way. */
export async function agentAt(transport: Transport): Promise<AgentBeside> {
  const client = new Client({ name: 'beside-the-window', version: '1' });
  await client.connect(transport);
  return {
    async call(tool, input = {}) {
      const { isError, structuredContent, content } = await client.callTool({ name: tool, arguments: input });
      const [first] = content as { readonly text?: string }[];
      return (isError === true ? JSON.parse(first?.text ?? '{}') : structuredContent) as Record<
        string,
        unknown
      >;
    },
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

/** What VS Code gives the extension as its storage for this workspace: the one in the data of this window. */
export function stateFolderOf(folder: string): string {
  const root = dirname(folder);
  const found = entriesBelow(root).filter(
    each =>
      each.isDirectory() && each.name === EXTENSION && dirname(each.parentPath).endsWith('workspaceStorage'),
  );
  const [state] = found;
  if (state === undefined || found.length > 1)
    throw new Error(`${found.length} folders look like the window's storage for this workspace.`);
  return join(state.parentPath, state.name);
}
