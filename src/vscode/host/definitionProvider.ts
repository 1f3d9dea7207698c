import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { SURFACE_HEADER, SURFACE_NAMES, type Surface } from '../../mcp/clients/surface';
import type { RuntimeHost } from './runtimeHost';

/** Id of our contribution in package.json. */
const PROVIDER = 'switchyard.mcp';

/** Two servers of one provider: VS Code shows a model the two tools of the first whole, whatever else there is (docs/dev/vscode-tools.md). */
const SURFACES = ['control', 'rest'] as const satisfies readonly Surface[];

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
      // The token goes here and not into `resolve…`: other agents in VS Code take the definition as it is.
      const Authorization = `Bearer ${token}`;
      return SURFACES.map(surface => {
        const headers = { Authorization, [SURFACE_HEADER]: surface };
        // The label is the server's title: VS Code makes the ids of tools from either.
        return new vscode.McpHttpServerDefinition(
          SURFACE_NAMES[surface],
          vscode.Uri.parse(url),
          headers,
          version,
        );
      });
    },
  });
  return vscode.Disposable.from(registered, trusted, changed);
}
