import { join } from 'node:path';
import type { CorePorts } from '../core/core';
import { Bus } from '../core/journal/bus';
import { noSnapshots } from '../core/snapshots/noSnapshots';
import type { Disposable } from '../core/support/disposable';
import type { Log } from '../core/support/log';
import { PathPrograms } from './processes/pathPrograms';
import { shippedMeanings } from './catalog/shippedMeanings';
import { shippedConcepts } from './catalog/shippedConcepts';
import { ToolsetsFile } from './catalog/toolsetsFile';
import { ShippedToolIndex } from './catalog/toolIndexFile';
import { laterAgents } from './agents/laterAgents';
import { lateSnapshots } from './git/lateSnapshots';
import type { Discard } from './git/restore/restoreFiles';
import { usableGit } from './git/plumbing/usableGit';
import type { JoinedModule } from '../core/resources/joinedModule';
import { openJournal } from './journal/openJournal';
import { journalParts, type OpenWorkspaceJournal, type WorkspaceJournal } from './journal/workspaceJournal';
import { jsonSchemaCheck } from './upstream/jsonSchemaCheck';
import { OwnFolders } from './processes/ownFolders';
import { RunningFiles } from './processes/runningFiles';
import type { OAuthSignIns } from './oauth/signIns';
import { SdkConnector } from './upstream/sdkConnector';
import { ServerProcesses } from './processes/serverProcesses';
import { Watchdog } from './processes/watchdog';
import { keepPrivate } from './machine/privateState';
import { livePrograms } from './processes/livePrograms';
import { randomIds, sha256 } from './machine/randomness';
import { machineSurroundings } from './machine/surroundings';
import { readSearchPath, withSafePath } from './processes/searchPath';
import { systemClock } from './machine/systemClock';

/** What a composition root says of where it runs. */
export interface MachineOptions {
  /** Folder for the journal: one per workspace. */
  readonly stateFolder: string;
  readonly workspaceFolder: string | undefined;
  /** The other folders of the workspace, as they are now. */
  readonly otherFolders?: () => readonly string[];
  /** Folder of what ships with us: the registry, the tool index, the table of concepts. */
  readonly dataFolder: string;
  /** The git to use; undefined where there is none. Waited for where it is first needed; never rejects. */
  readonly gitBinary: string | undefined | Promise<string | undefined>;
  /** Our headless program: a file. */
  readonly program: string;
  /** PATH for servers, where the host's own lacks what the user's shell adds. The journal is opened meanwhile. */
  readonly searchPath?: string | undefined | Promise<string | undefined>;
  /** Takes a file off the disk, so that a person can find it again where the host can do that. */
  readonly trash: Discard;
  /** How the user hands over a credential in this host. One sentence. */
  readonly credentialAdvice: string;
  /** Who is signed in to remote servers. The journal is opened meanwhile. */
  readonly signIns: OAuthSignIns | Promise<OAuthSignIns>;
  /** Days for which the history of events is kept. */
  readonly retentionDays?: () => number;
  /** Opens another journal than that of the state folder alone. */
  readonly openJournal?: OpenWorkspaceJournal | undefined;
  /** Our modules: what they keep is in the journal. */
  readonly modules: readonly JoinedModule[];
  /** Version of the product. */
  readonly version: string;
  readonly log: Log;
}

/** The ports of core that a machine meets, the same under every host. */
export type MachinePorts = Pick<
  CorePorts,
  | 'journal'
  | 'bus'
  | 'clock'
  | 'random'
  | 'log'
  | 'sha256'
  | 'connector'
  | 'agents'
  | 'signIns'
  | 'checkSchema'
  | 'programs'
  | 'surroundings'
  | 'meanings'
  | 'concepts'
  | 'toolIndex'
  | 'toolsets'
  | 'ids'
  | 'snapshots'
  | 'workspace'
  | 'livePrograms'
>;

/** An open machine, and what the user must be told about it. */
export interface Machine extends Disposable {
  readonly ports: MachinePorts;
  /** As it is now: a team's database comes and goes. */
  readonly problem?: string | undefined;
  /** Id of this disk, where several machines share the journal. */
  readonly disk?: string;
  /** Has deleted content leave the journal's file: to be waited for before `dispose`. */
  settle(): Promise<void>;
}

/** What is not erased from the journal by then is erased at the next start: a window has 5 s for its end. */
const SETTLE_WITHIN_MS = 3_000;

/** Opens the journal and gathers what core needs of this machine. */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const bus = new Bus(options.log);
  // Both are under way already.
  const coming = Promise.all([options.searchPath, options.signIns]);
  const [opened] = await Promise.all([openWorkspace(options, bus), coming.catch(() => undefined)]);
  try {
    const [searchPath, signIns] = await coming;
    return await gathered({ ...options, searchPath, signIns }, opened, bus);
  } catch (error) {
    opened.dispose();
    throw error;
  }
}

async function openWorkspace(
  {
    stateFolder,
    log,
    modules,
    retentionDays,
    openJournal: open = (all, openLocal) => openLocal(all),
  }: MachineOptions,
  bus: Bus,
): Promise<WorkspaceJournal> {
  await keepPrivate(stateFolder, log);
  return await open(journalParts({ bus, log, modules, retentionDays }), parts =>
    openJournal(stateFolder, parts),
  );
}

/** A machine that nothing is waited for any more. */
interface Gathered extends MachineOptions {
  readonly searchPath: string | undefined;
  readonly signIns: OAuthSignIns;
}

async function gathered(options: Gathered, opened: WorkspaceJournal, bus: Bus): Promise<Machine> {
  const { log, version, stateFolder, workspaceFolder, searchPath, trash } = options;
  const { skipped } = readSearchPath(searchPath ?? process.env['PATH'], workspaceFolder);
  if (skipped.length > 0)
    log.warn('Folders of PATH that are relative or in the workspace are left out', {
      folders: skipped.join(', '),
    });
  const running = new RunningFiles(stateFolder, log);
  await running.sweep();
  const watchdog = process.platform === 'win32' ? undefined : new Watchdog();
  const closed = new AbortController();
  const ownFolders = new OwnFolders(stateFolder, workspaceFolder);
  const processes = new ServerProcesses(
    watchdog === undefined ? [] : [watchdog, running],
    searchPath,
    workspaceFolder,
  );
  const world = { storageFolder: stateFolder, trash, clock: systemClock, ids: randomIds, log };
  const snapshots =
    workspaceFolder === undefined
      ? noSnapshots(systemClock, randomIds)
      : lateSnapshots(
          async () =>
            usableGit(await options.gitBinary, {
              log,
              signal: closed.signal,
              environment: withSafePath(process.env, workspaceFolder),
            }),
          { workspaceFolder, otherFolders: options.otherFolders ?? (() => []), ...world },
        );
  return {
    ports: {
      ids: randomIds,
      workspace: opened.workspace ?? workspaceFolder ?? stateFolder,
      livePrograms: await livePrograms(opened.disk),
      snapshots: opened.marked?.(snapshots) ?? snapshots,
      journal: opened.journal,
      bus,
      clock: systemClock,
      random: Math.random,
      log,
      sha256,
      agents: laterAgents({ processes, ownFolders, workspaceFolder, program: options.program, version }),
      connector: new SdkConnector({
        version,
        workspaceFolder,
        log,
        signIns: options.signIns,
        ownFolders,
        processes,
      }),
      signIns: options.signIns,
      checkSchema: jsonSchemaCheck(),
      toolsets: workspaceFolder === undefined ? undefined : new ToolsetsFile(workspaceFolder),
      programs: new PathPrograms({
        platform: process.platform,
        variable: name => (name === 'PATH' ? (searchPath ?? process.env[name]) : process.env[name]),
        workspaceFolder,
      }),
      surroundings: machineSurroundings(options.workspaceFolder, options.credentialAdvice),
      meanings: shippedMeanings(options.dataFolder, log),
      concepts: shippedConcepts(options.dataFolder, log),
      toolIndex: new ShippedToolIndex(join(options.dataFolder, 'toolIndex.json'), log),
    },
    get problem() {
      return opened.problem;
    },
    ...(opened.disk === undefined ? {} : { disk: opened.disk }),
    async settle() {
      // The timer keeps the process alive, too: nothing else may be left that does.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, SETTLE_WITHIN_MS);
      await Promise.race([opened.journal.settle(), late]);
      clearTimeout(timer);
    },
    dispose() {
      closed.abort();
      watchdog?.dispose();
      opened.dispose();
    },
  };
}
