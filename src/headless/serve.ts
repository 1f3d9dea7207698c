import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type Core, createCore } from '../core/core';
import { DEFAULT_GATEWAY_SETTINGS } from '../core/gateway/settings';
import { DisposableStore } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import type { LogTail } from '../core/support/logTail';
import type { Redactor } from '../core/support/redactor';
import { addBuiltInTools, ALWAYS_ON, builtInSource } from '../mcp/builtInModules';
import { openHttpEndpoint } from '../mcp/http/httpEndpoint';
import { serveConnection, type ServerParts } from '../mcp/mcpServer';
import { CredentialFile } from '../node/catalog/credentialFile';
import { PathPrograms } from '../node/catalog/pathPrograms';
import { ServersFile } from '../node/catalog/serversFile';
import { ShippedRegistry } from '../node/catalog/shippedRegistry';
import { startLoopbackServer } from '../node/http/loopbackServer';
import { openMachine } from '../node/machine/machine';
import { newToken, randomIds } from '../node/machine/randomness';
import { systemClock } from '../node/machine/systemClock';
import type { Invocation } from './arguments';
import { problemLine, tellProblems, tellUnknown } from './catalogProblems';
import { flagCalls } from './flagCalls';
import { flagConsent } from './flagConsent';
import { importNow } from './flagImports';
import { flagReviewer } from './flagReviewer';
import { CREDENTIAL_ADVICE, DATA_FOLDER, openPlace, openSignIns } from './place';

type ServeInvocation = Extract<Invocation, { type: 'serve' }>;

/**
 * Runs until its client goes away or the process is told to end. Resolves when everything it started is gone.
 * @throws {Refusal} not-found, port-taken
 */
export async function serve(
  invocation: ServeInvocation,
  version: string,
  { log, redactor, logTail }: { readonly log: Log; readonly redactor: Redactor; readonly logTail: LogTail },
  ended: AbortSignal,
): Promise<void> {
  const place = await openPlace(invocation, log);
  const { workspace, serversFile, stateFolder } = place;
  const owned = new DisposableStore();
  try {
    const machine = owned.add(
      await openMachine({
        stateFolder,
        workspaceFolder: workspace,
        dataFolder: DATA_FOLDER,
        gitBinary: gitInPath(),
        trash: path => unlink(path),
        credentialAdvice: CREDENTIAL_ADVICE,
        signIns: await openSignIns(place, { log, redactor }, owned),
        version,
        log,
        retentionDays: () => invocation.retentionDays,
      }),
    );
    if (machine.problem !== undefined) log.warn(machine.problem);
    const credentials = owned.add(await CredentialFile.open(join(stateFolder, 'credentials.json'), log));
    for (const problem of credentials.problems()) log.warn(problemLine(problem));
    const imports = await importNow(invocation.imports, workspace, log, owned);
    const core = owned.add(
      await createCore({
        ...machine.ports,
        sources: [
          new ServersFile(serversFile, 'user'),
          imports,
          builtInSource,
          new ShippedRegistry(DATA_FOLDER),
        ],
        credentials: imports.credentials(credentials),
        consent: flagConsent(invocation.approvals),
        callPrompt: flagCalls(invocation.callApprovals),
        reviewer: flagReviewer(invocation.toolAcceptances),
        redactor,
        logTail,
        settings: () => ({
          ...DEFAULT_GATEWAY_SETTINGS,
          coreServers: invocation.coreServers,
          heartbeatIntervalMs: invocation.heartbeatIntervalMs,
        }),
        alwaysOn: ALWAYS_ON,
      }),
    );
    imports.follow(core.catalog);
    addBuiltInTools(core.registry);
    owned.add(tellProblems(core.catalog, log));
    const approved = typeof invocation.approvals === 'string' ? [] : invocation.approvals;
    tellUnknown({ flag: '--approve', names: approved }, core.catalog, log);
    tellUnknown({ flag: '--core', names: invocation.coreServers }, core.catalog, log);
    await settleRestores(core, invocation.settleRestores, log);
    try {
      await (invocation.transport === 'http'
        ? serveHttp(invocation, core, version, log, ended)
        : serveStdio(invocation, core, version, log, ended));
    } finally {
      await Promise.all([core.workflows.windowClosed(), core.gateway.stop(), machine.settle()]);
    }
  } finally {
    owned.dispose();
  }
}

async function serveStdio(
  { mayRestore }: ServeInvocation,
  core: Core,
  version: string,
  log: Log,
  ended: AbortSignal,
): Promise<void> {
  const http = { enabled: false, host: null, port: null, path: null };
  const parts: ServerParts = {
    core,
    log,
    mayRestore,
    info: { version, transports: { stdio: { enabled: true }, http } },
  };
  const transport = new StdioServerTransport();
  // The SDK's transport does not notice that the client has gone: it never listens for the end of stdin.
  const clientGone = new Promise<void>(end => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => end());
  });
  await serveConnection(parts, transport, randomIds.next());
  await Promise.race([clientGone, aborted(ended)]);
  await transport.close();
}

async function serveHttp(
  { port, mayRestore }: ServeInvocation,
  core: Core,
  version: string,
  log: Log,
  ended: AbortSignal,
): Promise<void> {
  const token = newToken();
  const endpoint = await openHttpEndpoint({
    core,
    mayRestore,
    version,
    log,
    ids: randomIds,
    clock: systemClock,
    start: handler => startLoopbackServer({ token, port, log }, handler),
  });
  process.stdout.write(`${JSON.stringify({ url: endpoint.url, token })}\n`);
  await aborted(ended);
  await endpoint.close();
}

/** Resolves when the signal comes, also where it came before. */
async function aborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>(end => {
    if (signal.aborted) end();
    else signal.addEventListener('abort', () => end(), { once: true });
  });
}

/** Ends restores that a crash cut short, as the command line says, or tells of them. */
async function settleRestores(core: Core, way: 'finish' | 'undo' | undefined, log: Log): Promise<void> {
  for (const { id, paths } of await core.workflows.unfinishedRestores()) {
    if (way !== undefined) await core.workflows.settleRestore(id, way, new AbortController().signal);
    else
      log.warn('A restore was interrupted. Start with --settle-restores finish or undo', {
        files: paths.length,
      });
  }
}

/** The git that a terminal would run. */
function gitInPath(): string | undefined {
  const found = new PathPrograms().find('git');
  return 'path' in found ? found.path : undefined;
}
