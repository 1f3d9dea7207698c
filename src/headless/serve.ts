import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type Core, createCore } from '../core/core';
import { canRunAsTask } from '../core/gateway/tools/callTask';
import { DEFAULT_GATEWAY_SETTINGS } from '../core/gateway/sessions/settings';
import { DisposableStore } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import type { LogTail } from '../core/support/logTail';
import type { Redactor } from '../core/support/redactor';
import { ALL_MODULES } from '../modules/allModules';
import '../modules/children/module';
import '../modules/plans/module';
import { addBuiltInTools } from '../mcp/builtInModules';
import { ALWAYS_ON } from '../mcp/toolkit/moduleIds';
import { childAccess } from '../mcp/http/childAccess';
import { HttpConnections } from '../mcp/http/httpConnections';
import { openHttpEndpoint } from '../mcp/http/httpEndpoint';
import { type HttpInfo, NO_HTTP } from '../mcp/toolkit/productInfo';
import { ConnectionHalves } from '../mcp/clients/connectionHalves';
import { serveConnection, type ServerParts } from '../mcp/mcpServer';
import { rehearse } from '../mcp/rehearsal';
import { CredentialFile } from '../node/catalog/credentialFile';
import { gitOutside } from '../node/git/plumbing/gitOutside';
import { startLoopbackServer } from '../node/http/loopbackServer';
import { openMachine } from '../node/machine';
import { Telemetry } from '../node/telemetry/telemetry';
import { StageConnector } from '../node/upstream/stage';
import { newToken, randomIds } from '../node/machine/randomness';
import { systemClock } from '../node/machine/systemClock';
import type { Invocation } from './options/arguments';
import { agentSession } from './clients/agentSession';
import { BothEras } from './clients/bothEras';
import { chosenEmbedder } from '../node/net/embeddingEndpoint';
import { sourcesOf } from './options/catalogOf';
import { tellProblems, tellUnknown, tellWaiting } from './options/catalogProblems';
import type { EndpointDoor, EndpointServing } from './endpointDoor';
import { Refusal } from '../core/support/refusal';
import { CLIENT_GONE, type Ending } from './ending';
import { flagCalls } from './questions/flagCalls';
import { flagConsent } from './questions/flagConsent';
import { importNow } from './options/flagImports';
import { waitAtFirstList } from './clients/firstList';
import { flagReviewer } from './questions/flagReviewer';
import { httpToken, TOKEN_VARIABLE } from './httpToken';
import { PersonAtClient } from './questions/personAtClient';
import { ROUND_DOORS, roundDoor } from '../mcp/rounds/roundDoors';
import type { LoopbackHandler } from '../shared/httpExchange';
import type { ServerId } from '../shared/ids';
import type { ComingRounds } from './roundsDoor';
import { PROGRAM } from './options/commandLine';
import { CREDENTIAL_ADVICE, DATA_FOLDER, type OpenPlace, openPlace, openSignIns } from './options/place';
import { serveOwnServers } from './ownRegistryFile';
import { StdioTransport } from './clients/stdioTransport';
import { askAboutTool } from './questions/toolAtClient';
import { teamPassword } from './teamPassword';

/** A key has no place on a command line. */
const MODEL_KEY_VARIABLE = 'SWITCHYARD_MODEL_KEY';

type ServeInvocation = Extract<Invocation, { type: 'serve' }>;

/**
 * Runs until its client goes away or the process is told to end. Resolves when everything it started is gone.
 * @throws {Refusal} not-found, state-unusable, bad-token, port-taken
 */
export async function serve(
  invocation: ServeInvocation,
  version: string,
  { log, redactor, logTail }: { readonly log: Log; readonly redactor: Redactor; readonly logTail: LogTail },
  ending: Ending,
): Promise<void> {
  const place = await openPlace(invocation, log);
  const { workspace, stateFolder } = place;
  const token = await tokenOf(invocation, workspace, redactor);
  const door = await doorOf(invocation);
  const modelKey = takeModelKey();
  const owned = new DisposableStore();
  let running: Core | undefined;
  const agents = (): number => running?.gateway.sessions().length ?? 0;
  try {
    const rounds = await roundsOf(invocation, modelKey, { log, redactor });
    const isByAddress = (server: ServerId): boolean => rounds?.servers.has(server) ?? false;
    const machine = owned.add(
      await openMachine({
        stateFolder,
        workspaceFolder: workspace,
        dataFolder: DATA_FOLDER,
        program: PROGRAM,
        gitBinary: gitOutside(workspace),
        trash: (_path, held) => unlink(held),
        credentialAdvice: CREDENTIAL_ADVICE,
        signIns: await openSignIns(place, { log, redactor }, owned, isByAddress),
        version,
        log,
        retentionDays: () => invocation.retentionDays,
        openJournal: await journalOf(invocation, place, { log, redactor, agents }),
        modules: ALL_MODULES,
      }),
    );
    if (machine.problem !== undefined) log.warn(machine.problem);
    const credentials = owned.add(await CredentialFile.open(join(stateFolder, 'credentials.json'), log));
    owned.add(tellProblems(credentials, log));
    const imports = await importNow(invocation.imports, workspace, log, owned);
    const telemetry = owned.add(new Telemetry({ clock: systemClock, log, redactor, version }));
    for (const secret of Object.values(invocation.telemetry?.headers ?? {})) redactor.add(secret);
    await telemetry.use(invocation.telemetry);
    const person = new PersonAtClient();
    const asked = flagConsent(invocation, person, place.command);
    const consent = door?.consent(asked) ?? asked;
    const core = owned.add(
      await createCore({
        ...machine.ports,
        rehearse: () => rehearse({ ...machine.ports, version, connector: new StageConnector(version, log) }),
        sources: [...(rounds === undefined ? [] : [rounds.servers]), ...sourcesOf(place, imports)],
        credentials: imports.credentials(credentials),
        consent,
        callPrompt: flagCalls(invocation, person),
        reviewer: flagReviewer(invocation.toolAcceptances, place.command),
        toolQuestion: door?.toolQuestion(askAboutTool) ?? askAboutTool,
        redactor,
        logTail,
        settings: () => ({
          ...DEFAULT_GATEWAY_SETTINGS,
          ...invocation.limits,
          coreServers: invocation.coreServers,
        }),
        embedder: () => chosenEmbedder(invocation.embeddings),
        tracer: door?.tracer(telemetry) ?? telemetry,
        alwaysOn: ALWAYS_ON,
        modules: ALL_MODULES,
      }),
    );
    running = core;
    imports.follow(core.catalog);
    const opened = rounds?.open(core);
    if (opened !== undefined) core.plans.useRounds(() => Promise.resolve(opened.rounds));
    let http = NO_HTTP;
    const stdio = { enabled: invocation.transport === 'stdio' };
    const onListening = (reached: HttpInfo): void => {
      http = reached;
    };
    addBuiltInTools(core, {
      mayRestore: invocation.mayRestore,
      info: () => ({ version, transports: { stdio, http } }),
    });
    core.children.useAccess(
      childAccess({
        core,
        version,
        log,
        ids: randomIds,
        clock: systemClock,
        newToken,
        start: (key, handler) => startLoopbackServer({ token: key, port: 0, log }, handler),
      }),
    );
    owned.add(tellProblems(core.catalog, log));
    const approved = typeof invocation.approvals === 'string' ? [] : invocation.approvals;
    const names = approved.map(name => name.replace(/@.*/, ''));
    tellUnknown({ flag: '--approve', names }, core.catalog, log);
    tellWaiting(core.catalog, { given: consent.given, command: place.command }, log);
    tellUnknown({ flag: '--core', names: invocation.coreServers }, core.catalog, log);
    await settleRestores(core, invocation.settleRestores, log);
    await core.workflows
      .sweep()
      .catch((error: unknown) =>
        log.warn('Tasks of programs that have gone could not be ended', { error: String(error) }),
      );
    const serving: Serving = {
      core,
      log,
      version,
      ending,
      beforeTools: waitAtFirstList(core.gateway.startCore(), systemClock),
    };
    const endRegistry = await ownRegistryOf(invocation, place, core, log);
    ending.serves();
    try {
      const { port } = invocation;
      if (door !== undefined) await serveDoor(door, serving, { port, stateFolder, onListening });
      else if (token === undefined) await serveStdio(serving);
      else await serveHttp(serving, { token, port, rounds: opened?.handle, onListening });
    } finally {
      await endRegistry();
      await core.children.stop();
      // Nobody waits for a journal that has gone: servers are stopped all the same.
      const closed = core.workflows
        .windowClosed()
        .catch((error: unknown) => log.warn('Tasks could not be marked as stale', { error: String(error) }));
      await Promise.all([closed, core.gateway.stop(), machine.settle()]);
      await telemetry.close();
    }
  } finally {
    owned.dispose();
  }
}

/** The key to our HTTP server, which nobody else is to see; over stdio there is none to keep. */
async function tokenOf(
  { transport, tokenFile: file, endpoint }: ServeInvocation,
  workspace: string,
  redactor: Redactor,
): Promise<string | undefined> {
  const variable = process.env[TOKEN_VARIABLE];
  // What a server's entry may ask for by its name, and what git inherits.
  delete process.env[TOKEN_VARIABLE];
  if (endpoint !== undefined && variable !== undefined)
    throw new Refusal('bad-arguments', `Use ${TOKEN_VARIABLE} or --oauth-issuer, not both.`);
  if (transport === 'stdio' || endpoint !== undefined) return undefined;
  const token = await httpToken({ file, variable, workspace });
  redactor.add(token);
  return token;
}

/** What people share instead of a token, where the command line asks for it. @throws {Refusal} bad-arguments */
async function doorOf({ endpoint }: ServeInvocation): Promise<EndpointDoor | undefined> {
  if (endpoint === undefined) return undefined;
  const { EndpointDoor: Door } = await import('./endpointDoor');
  return new Door(endpoint);
}

/** What is served, whichever way. */
interface Serving extends Required<ServerParts> {
  readonly ending: Ending;
}

async function serveStdio({ ending, ...parts }: Serving): Promise<void> {
  const transport = new StdioTransport(process.stdin, process.stdout);
  void transport.gone.then(() => ending.begin(CLIENT_GONE)); // Never rejects.
  const connection = agentSession(process.env) ?? randomIds.next();
  const eras = new BothEras(transport, async () => {
    const { ModernPipe } = await import('../mcp/modern/modernStdio');
    const halves = new ConnectionHalves(systemClock);
    return new ModernPipe(
      {
        ids: randomIds,
        clock: systemClock,
        runsAsTask: name => {
          const tool = parts.core.registry.byExposedName(name);
          return tool !== undefined && canRunAsTask(tool.definition);
        },
        join: client => halves.join(client, 'all', connection),
        serve: async (inner, half) => await serveConnection(parts, inner, connection, half),
      },
      json => void transport.write(json),
    );
  });
  await serveConnection(parts, eras, connection);
  await aborted(ending.signal);
  await eras.close();
}

async function serveDoor(
  door: EndpointDoor,
  { ending, ...parts }: Serving,
  place: Pick<EndpointServing, 'port' | 'stateFolder' | 'onListening'>,
): Promise<void> {
  ending.allow(door.plan.shutdownMs);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { core } = parts;
  await door.serve(
    {
      core,
      serve: async (transport, half) => await serveConnection(parts, transport, half.connection, half),
      open: (takeOver, most) =>
        new HttpConnections({
          most,
          ids: randomIds,
          clock: systemClock,
          serve: takeOver,
          toolOf: name => core.registry.byExposedName(name)?.definition,
        }),
    },
    { ...place, log: parts.log, say },
    ending.signal,
  );
}

/** How HTTP is served. */
interface HttpServing {
  readonly token: string;
  readonly port: number;
  /** What answers at the doors of rounds, where there is a model for them. */
  readonly rounds: LoopbackHandler | undefined;
  readonly onListening: (http: HttpInfo) => void;
}

async function serveHttp(
  { ending, ...served }: Serving,
  { token, port, rounds, onListening }: HttpServing,
): Promise<void> {
  const { log } = served;
  const endpoint = await openHttpEndpoint({
    ...served,
    ids: randomIds,
    clock: systemClock,
    onListening,
    start: handler =>
      startLoopbackServer(
        { token, port, log, doors: rounds && ROUND_DOORS },
        async (request, reply) =>
          await (rounds && roundDoor(request.path) ? rounds : handler)(request, reply),
      ),
  });
  process.stdout.write(`${JSON.stringify({ url: endpoint.url, token })}\n`);
  await aborted(ending.signal);
  await endpoint.close();
}

/** The user's own servers as a registry, where a port was given; resolves with what ends it. @throws {Refusal} port-taken */
async function ownRegistryOf(
  { registryPort: port }: ServeInvocation,
  { stateFolder, workspace }: OpenPlace,
  { catalog }: Core,
  log: Log,
): Promise<() => Promise<void>> {
  if (port === 0) return async () => undefined;
  return await serveOwnServers({ port, stateFolder, workspace, catalog, log });
}

/** The journal of a team, where one was given. @throws {Refusal} bad-arguments, bad-token */
async function journalOf(
  { journal }: ServeInvocation,
  place: OpenPlace,
  world: { readonly log: Log; readonly redactor: Redactor; readonly agents: () => number },
) {
  if (journal === undefined) return undefined;
  const password = await teamPassword(journal);
  const { teamJournal } = await import('../node/team/teamJournal');
  return await teamJournal({ ...journal, password }, place, world);
}

/** LLM rounds, where there is a model for them. */
async function roundsOf(
  { modelEndpoint: url, modelKeyFile: keyFile }: ServeInvocation,
  key: string | undefined,
  { log, redactor }: { readonly log: Log; readonly redactor: Redactor },
): Promise<ComingRounds | undefined> {
  if (url === undefined) return undefined;
  const { comingRounds } = await import('./roundsDoor');
  return await comingRounds({ url, key, keyFile }, log, redactor);
}

/** The key of the model endpoint, which servers and Git do not inherit. */
function takeModelKey(): string | undefined {
  const key = process.env[MODEL_KEY_VARIABLE];
  delete process.env[MODEL_KEY_VARIABLE];
  return key;
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
