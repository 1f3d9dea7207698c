import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Core, createCore } from '../core/core';
import type { Log } from '../core/support/log';
import { ALWAYS_ON, builtInSource } from '../mcp/builtInModules';
import { HttpConnections } from '../mcp/http/httpConnections';
import { serveConnection, type ServerParts } from '../mcp/mcpServer';
import { ServersFile } from '../node/catalog/serversFile';
import { ShippedRegistry } from '../node/catalog/shippedRegistry';
import { startLoopbackServer } from '../node/http/loopbackServer';
import { openMachine } from '../node/machine/machine';
import { newToken, randomIds } from '../node/machine/randomness';
import { systemClock } from '../node/machine/systemClock';
import { gatewaySettings } from './gatewaySettings';
import { modalConsent } from './modalConsent';
import { SecretCredentials } from './secretCredentials';
import { SettingsSource } from './settingsSource';

/** Everything of ours that runs in this window. */
export interface Runtime {
  readonly core: Core;
  readonly credentials: SecretCredentials;
  /** Where VS Code reaches our MCP server, and with what key. */
  readonly endpoint: { readonly url: string; readonly token: string };
  /** What the user has to be told about the journal. */
  readonly problem?: string;
  stop(): Promise<void>;
}

/** Opens the journal, reads the catalog and listens on loopback. */
export async function startRuntime(context: vscode.ExtensionContext, log: Log): Promise<Runtime> {
  const version = String(context.extension.packageJSON.version);
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri.fsPath;
  const stateFolder = (context.storageUri ?? context.globalStorageUri).fsPath;
  const machine = await openMachine({ stateFolder, workspaceFolder: folder, version, log });
  const credentials = await SecretCredentials.open(context.secrets, log);
  const settings = new SettingsSource();
  const file = folder === undefined ? [] : [new ServersFile(join(folder, '.switchyard', 'servers.json'), 'workspace')];
  const core = await createCore({
    ...machine.ports,
    sources: [settings, ...file, builtInSource, new ShippedRegistry()],
    credentials,
    consent: modalConsent,
    settings: gatewaySettings,
    alwaysOn: ALWAYS_ON,
  });
  const { connections, server, endpoint } = await listen(core, version, log);
  log.info('Switchyard is running', { servers: core.catalog.entries().length });
  return {
    core,
    credentials,
    endpoint,
    ...(machine.problem === undefined ? {} : { problem: machine.problem }),
    async stop() {
      // At once, not one after the other: there are 5 s for everything (security.md 0.3).
      await Promise.all([core.gateway.stop(), connections.close().then(() => server.close())]);
      core.dispose();
      settings.dispose();
      credentials.dispose();
      machine.dispose();
    },
  };
}

async function listen(core: Core, version: string, log: Log) {
  const token = newToken();
  const parts: { current?: ServerParts } = {};
  const connections = new HttpConnections({
    ids: randomIds,
    clock: systemClock,
    serve: async (transport, connection) => {
      if (parts.current) await serveConnection(parts.current, transport, connection);
    },
  });
  const server = await startLoopbackServer({ token, port: 0, log }, connections.handle);
  const { hostname, port, pathname } = new URL(server.url);
  const http = { enabled: true, host: hostname, port: Number(port), path: pathname };
  parts.current = { core, log, info: { version, transports: { stdio: { enabled: false }, http } } };
  return { connections, server, endpoint: { url: server.url, token } };
}
