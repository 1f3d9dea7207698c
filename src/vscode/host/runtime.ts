import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Core, createCore } from '../../core/core';
import type { ToolReviewer } from '../../core/trust/toolTrust';
import { DisposableStore } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { LogTail } from '../../core/support/logTail';
import type { Redactor } from '../../core/support/redactor';
import { ALL_MODULES } from '../../modules/allModules';
import '../../modules/children/module';
import { NO_HTTP } from '../../mcp/toolkit/productInfo';
import { addBuiltInTools, builtInSource } from '../../mcp/builtInModules';
import { ALWAYS_ON } from '../../mcp/toolkit/moduleIds';
import { childAccess } from '../../mcp/http/childAccess';
import { openHttpEndpoint } from '../../mcp/http/httpEndpoint';
import { rehearse } from '../../mcp/rehearsal';
import { ServersFile } from '../../node/catalog/serversFile';
import { ShippedRegistry } from '../../node/catalog/shippedRegistry';
import { REGISTRY_FOLDER, SyncedServers } from '../../node/mcpRegistry/syncedServers';
import type { ImportedServers } from '../../node/imports/importedServers';
import { loginPath } from '../../node/processes/loginPath';
import type { OpenWorkspaceJournal } from '../../node/journal/workspaceJournal';
import { networkSecrets } from '../../node/net/networkVariables';
import { openMachine } from '../../node/machine';
import { machineSurroundings } from '../../node/machine/surroundings';
import { StageConnector } from '../../node/upstream/stage';
import { OAuthSignIns } from '../../node/oauth/signIns';
import { newToken, randomIds } from '../../node/machine/randomness';
import { startLoopbackServer } from '../../node/http/loopbackServer';
import { systemClock } from '../../node/machine/systemClock';
import { ChosenSource } from '../settings/chosenSource';
import type { Endpoint } from './endpoint';
import { followedTelemetry } from './followedTelemetry';
import { OwnRegistryDoor } from './ownRegistryDoor';
import { comingRounds, type RuntimeRounds } from './runtimeRounds';
import { gitBinary } from '../git/gitBinary';
import { chosenEmbedder } from '../../node/net/embeddingEndpoint';
import { embeddingSettings } from '../settings/embeddingSettings';
import { KeptGatewaySettings } from '../settings/gatewaySettings';
import { numberSetting } from '../settings/setting';
import { openImports } from '../imports/openImports';
import { ImportNews } from '../imports/importNews';
import { modalCall } from '../questions/modalCall';
import { modalConsent } from '../questions/modalConsent';
import { startFacts } from '../questions/startFacts';
import { SecretCredentials } from '../secrets/secretCredentials';
import { SecretSignIns } from '../secrets/secretSignIns';
import { ServerSwitches } from '../settings/serverSwitches';
import { SessionNames } from '../words/sessionNames';
import { SettingsSource } from '../settings/settingsSource';
import { TeamChoice } from '../settings/teamChoice';

/** Everything of ours that runs in this window. */
export interface Runtime {
  readonly core: Core;
  readonly credentials: SecretCredentials;
  readonly signIns: OAuthSignIns;
  readonly switches: ServerSwitches;
  readonly imports: ImportedServers;
  readonly importNews: ImportNews;
  readonly sessionNames: SessionNames;
  readonly rounds: RuntimeRounds;
  /** Where servers of an MCP registry are kept, for all windows. */
  readonly registryFolder: string;
  /** The user's own servers as a registry for others. */
  readonly ownRegistry: OwnRegistryDoor;
  /** Whether this workspace is shared with a team. */
  readonly team: TeamChoice;
  /** What the user has to be told about the journal. */
  readonly problem?: string | undefined;
  /** Id of this disk, where the journal is shared with a team. */
  readonly disk?: string;
  stop(): Promise<void>;
}

/** What the runtime stands on. */
export interface RuntimeParts {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  /** Masks in the log what it learns from launches. */
  readonly redactor: Redactor;
  /** The newest lines of `log`. */
  readonly logTail: LogTail;
  /** Where requests come in. */
  readonly door: Endpoint;
}

/** Opens the journal, reads the catalog and answers at the door; where one of these fails, nothing stays open. */
export async function startRuntime(parts: RuntimeParts): Promise<Runtime> {
  const owned = new DisposableStore();
  try {
    return await start(parts, owned);
  } catch (error) {
    owned.dispose();
    throw error;
  }
}

async function start(
  { context, log, redactor, logTail, door }: RuntimeParts,
  owned: DisposableStore,
): Promise<Runtime> {
  for (const secret of networkSecrets(process.env)) redactor.add(secret);
  const version = String(context.extension.packageJSON.version);
  const [folder] = diskFolders();
  const dataFolder = context.asAbsolutePath('data');
  const stateFolder = (context.storageUri ?? context.globalStorageUri).fsPath;
  // First, so that whoever hears of a change of settings reads the new ones.
  const gatewaySettings = owned.add(new KeptGatewaySettings());
  const team = new TeamChoice(context);
  const running: { core?: Core } = {};
  const agents = (): number => running.core?.gateway.sessions().length ?? 0;
  const openJournal = await journalOf(team, { workspace: folder, stateFolder }, { log, redactor, agents });
  // Side by side: VS Code and the shell take their time to answer, and the journal is read meanwhile.
  const signingIn = OAuthSignIns.open({
    store: owned.add(new SecretSignIns(context.secrets, log)),
    clock: systemClock,
    log,
    learnSecret: secret => redactor.add(secret),
    advice: () => 'The user can sign in with the command "Switchyard: Sign In to Server…".',
  }).then(opened => owned.add(opened));
  const unlocking = SecretCredentials.open(context.secrets, log).then(opened => owned.add(opened));
  const surroundings = machineSurroundings(folder, CREDENTIAL_ADVICE);
  const importing = openImports(context, surroundings, log).then(opened => owned.add(opened));
  const opening = openMachine({
    stateFolder,
    workspaceFolder: folder,
    otherFolders: () => diskFolders().slice(1),
    gitBinary: gitBinary(),
    dataFolder,
    program: join(__dirname, 'headless.js'),
    searchPath: loginPath(log),
    trash: moveToTrash,
    credentialAdvice: CREDENTIAL_ADVICE,
    signIns: signingIn,
    version,
    log,
    retentionDays: () => numberSetting('journal.retentionDays'),
    openJournal,
    modules: ALL_MODULES,
  }).then(opened => owned.add(opened));
  const [signIns, credentials, imports, machine] = await Promise.all([
    signingIn,
    unlocking,
    importing,
    opening,
  ]);
  const settings = owned.add(new SettingsSource());
  const switches = owned.add(new ServerSwitches(context));
  const file =
    folder === undefined
      ? []
      : [
          new ChosenSource(
            'workspace',
            'servers-file',
            new ServersFile(join(folder, '.switchyard', 'servers.json'), 'workspace'),
          ),
        ];
  const registryFolder = join(context.globalStorageUri.fsPath, REGISTRY_FOLDER);
  const coming = comingRounds(log);
  const telemetry = owned.add(followedTelemetry({ clock: systemClock, log, redactor, version }));
  const sessionNames = new SessionNames(
    context.workspaceState,
    ({ id }) => core.workflows.all().findLast(({ session }) => session === id)?.name,
  );
  const core = await createCore({
    ...machine.ports,
    rehearse: () => rehearse({ ...machine.ports, version, connector: new StageConnector(version, log) }),
    sources: [
      coming.servers,
      settings,
      ...file,
      new ChosenSource('imported', 'imported', imports),
      builtInSource,
      new ChosenSource('builtin', 'registry', new ShippedRegistry(dataFolder)),
      new SyncedServers(registryFolder),
    ],
    credentials: imports.credentials(credentials),
    switches,
    consent: modalConsent(request => startFacts(core, sessionNames, request)),
    callPrompt: modalCall,
    reviewer: personReviews,
    redactor,
    logTail,
    settings: gatewaySettings.read,
    named: { origin: 'switchyard.catalog.coreServers', names: () => gatewaySettings.read().coreServers },
    embedder: () => chosenEmbedder(embeddingSettings()),
    tracer: telemetry,
    alwaysOn: ALWAYS_ON,
    modules: ALL_MODULES,
  });
  running.core = core;
  owned.add(core);
  imports.follow(core.catalog);
  const { secrets } = context;
  const ownRegistry = owned.add(new OwnRegistryDoor({ secrets, log, entries: () => core.catalog.entries() }));
  const importNews = owned.add(new ImportNews(imports));
  const rounds = coming.open(core);
  core.plans.useRounds(rounds.open);
  let http = NO_HTTP;
  addBuiltInTools(core, {
    // A person is there to be asked.
    mayRestore: false,
    info: () => ({ version, transports: { stdio: { enabled: false }, http } }),
  });
  const endpoint = await openHttpEndpoint({
    core,
    version,
    log,
    onListening: reached => {
      http = reached;
    },
    ids: randomIds,
    clock: systemClock,
    start: handler => door.serve(rounds.handler(handler)),
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
  // Nobody waits for it: what an agent says meanwhile counts.
  core.workflows
    .sweep()
    .catch((error: unknown) =>
      log.warn('Tasks of programs that have gone could not be ended', { error: String(error) }),
    );
  log.info('Switchyard is running', { servers: core.catalog.entries().length });
  return {
    core,
    credentials,
    signIns,
    switches,
    imports,
    importNews,
    sessionNames,
    rounds,
    registryFolder,
    ownRegistry,
    team,
    get problem() {
      return machine.problem;
    },
    ...(machine.disk === undefined ? {} : { disk: machine.disk }),
    async stop() {
      // At once, not one after the other: there are 5 s for everything.
      const closed = core.workflows
        .windowClosed()
        .catch((error: unknown) => log.warn('Tasks could not be marked as stale', { error: String(error) }));
      try {
        await Promise.all([
          closed,
          core.children.stop(),
          core.gateway.stop(),
          endpoint.close(),
          machine.settle(),
        ]);
        await telemetry.close();
      } finally {
        owned.dispose();
      }
    },
  };
}

/** How the user hands over a credential here. */
const CREDENTIAL_ADVICE =
  'The user can enter it with the command "Switchyard: Enter Credentials…" or set it as an environment variable.';

/** The journal of a team, where the settings name one and a folder is open. */
async function journalOf(
  choice: TeamChoice,
  { workspace, stateFolder }: { readonly workspace: string | undefined; readonly stateFolder: string },
  world: Pick<RuntimeParts, 'log' | 'redactor'> & { readonly agents: () => number },
): Promise<OpenWorkspaceJournal | undefined> {
  if (choice.url === '' || workspace === undefined) return undefined;
  const { windowJournal } = await import('./windowJournal');
  return await windowJournal({ choice, workspace, stateFolder, ...world });
}

/** Withheld tools wait for a person. */
const personReviews: ToolReviewer = {
  accepts: () => false,
  advice: () => 'The user can look at it with the command "Switchyard: Review Tools…".',
};

/** Where a person finds a deleted file again; deletes it where the system has no such place. */
async function moveToTrash(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  try {
    await vscode.workspace.fs.delete(uri, { useTrash: true });
  } catch {
    await vscode.workspace.fs.delete(uri); // Remote machines and some file systems have no trash.
  }
}

/** The folders of the workspace that are on a disk. */
function diskFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}
