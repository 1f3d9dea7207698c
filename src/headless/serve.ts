import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type Core, createCore } from '../core/core';
import { DEFAULT_GATEWAY_SETTINGS } from '../core/gateway/settings';
import type { Log } from '../core/support/log';
import { ALWAYS_ON, builtInSource } from '../mcp/builtInModules';
import { HttpConnections } from '../mcp/http/httpConnections';
import { serveConnection, type ServerParts } from '../mcp/mcpServer';
import { CredentialFile } from '../node/catalog/credentialFile';
import { ServersFile } from '../node/catalog/serversFile';
import { ShippedRegistry } from '../node/catalog/shippedRegistry';
import { startLoopbackServer } from '../node/http/loopbackServer';
import { openMachine } from '../node/machine/machine';
import { newToken, randomIds } from '../node/machine/randomness';
import { systemClock } from '../node/machine/systemClock';
import type { Invocation } from './arguments';
import { flagConsent } from './flagConsent';
import { defaultStateFolder } from './stateFolder';

type ServeInvocation = Extract<Invocation, { type: 'serve' }>;

/** Runs until its client goes away or the process is told to end. Resolves when everything it started is gone. */
export async function serve(invocation: ServeInvocation, version: string, log: Log, ended: AbortSignal): Promise<void> {
  const workspace = resolve(invocation.workspace ?? process.cwd());
  const stateFolder = resolve(invocation.stateFolder ?? defaultStateFolder(workspace));
  await mkdir(stateFolder, { recursive: true, mode: 0o700 });
  const machine = await openMachine({ stateFolder, workspaceFolder: workspace, version, log });
  if (machine.problem !== undefined) log.warn(machine.problem);
  const credentials = await CredentialFile.open(join(stateFolder, 'credentials.json'), log);
  const serversFile = resolve(workspace, invocation.serversFile ?? join('.switchyard', 'servers.json'));
  const core = await createCore({
    ...machine.ports,
    sources: [new ServersFile(serversFile, 'user'), builtInSource, new ShippedRegistry()],
    credentials,
    consent: flagConsent(invocation.approvals),
    settings: () => DEFAULT_GATEWAY_SETTINGS,
    alwaysOn: ALWAYS_ON,
  });
  for (const problem of [...core.catalog.problems(), ...credentials.problems()]) {
    log.warn(problem.message, { origin: problem.origin, line: problem.line, column: problem.column });
  }
  try {
    await (invocation.transport === 'http'
      ? serveHttp(invocation.port, core, version, log, ended)
      : serveStdio(core, version, log, ended));
  } finally {
    await core.gateway.stop();
    core.dispose();
    credentials.dispose();
    machine.dispose();
  }
}

async function serveStdio(core: Core, version: string, log: Log, ended: AbortSignal): Promise<void> {
  const http = { enabled: false, host: null, port: null, path: null };
  const parts: ServerParts = { core, log, info: { version, transports: { stdio: { enabled: true }, http } } };
  const transport = new StdioServerTransport();
  await serveConnection(parts, transport, randomIds.next());
  await new Promise<void>(end => {
    // The SDK's transport does not notice that the client has gone: it never listens for the end of stdin.
    process.stdin.once('end', end);
    process.stdin.once('close', end);
    ended.addEventListener('abort', () => end(), { once: true });
  });
  await transport.close();
}

async function serveHttp(port: number, core: Core, version: string, log: Log, ended: AbortSignal): Promise<void> {
  const token = newToken();
  const parts: { current?: ServerParts } = {};
  const connections = new HttpConnections({
    ids: randomIds,
    clock: systemClock,
    serve: async (transport, connection) => {
      if (parts.current) await serveConnection(parts.current, transport, connection);
    },
  });
  const server = await startLoopbackServer({ token, port, log }, connections.handle);
  const url = new URL(server.url);
  const http = { enabled: true, host: url.hostname, port: Number(url.port), path: url.pathname };
  parts.current = { core, log, info: { version, transports: { stdio: { enabled: false }, http } } };
  process.stdout.write(`${JSON.stringify({ url: server.url, token })}\n`);
  await new Promise<void>(end => ended.addEventListener('abort', () => end(), { once: true }));
  await connections.close();
  await server.close();
}
