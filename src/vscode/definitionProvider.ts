import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { RuntimeHost } from './runtimeHost';

/** Id of our contribution in package.json. */
const PROVIDER = 'switchyard.mcp';

/** One word, the same as the server's title: tool ids are `mcp_switchyard_…` from the start (vscode-host.md 2.6). */
const LABEL = 'switchyard';

/** Tells VS Code where our MCP server is. In an untrusted workspace there is none. */
export function registerDefinitionProvider(
  context: vscode.ExtensionContext,
  host: RuntimeHost,
): vscode.Disposable {
  // Another version at each activation: VS Code then asks us for the tools instead of showing yesterday's.
  const version = `${String(context.extension.packageJSON.version)}+${randomUUID().slice(0, 8)}`;
  const changed = new vscode.EventEmitter<void>();
  const trusted = vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire());
  const registered = vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, {
    onDidChangeMcpServerDefinitions: changed.event,
    async provideMcpServerDefinitions() {
      if (!vscode.workspace.isTrusted) return [];
      const { url, token } = await host.endpoint.address();
      // The token goes here and not into `resolve…`: other agents in VS Code take the definition as it is (decision D3).
      const headers = { Authorization: `Bearer ${token}` };
      return [new vscode.McpHttpServerDefinition(LABEL, vscode.Uri.parse(url), headers, version)];
    },
  });
  return vscode.Disposable.from(registered, trusted, changed);
}
