import { join } from 'node:path';
import { SEARCH_WEIGHTS } from '../../core/catalog/catalogIndex';
import { type CorePorts, DURABLE_DOMAINS } from '../../core/core';
import { Bus } from '../../core/journal/bus';
import { runHistory } from '../../core/resources/runHistory';
import { noSnapshots } from '../../core/snapshots/noSnapshots';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import { MiniSearchIndex } from '../catalog/miniSearchIndex';
import { PathPrograms } from '../catalog/pathPrograms';
import { shippedConcepts } from '../catalog/shippedConcepts';
import { ShippedToolIndex } from '../catalog/toolIndexFile';
import { GitSnapshots } from '../git/gitSnapshots';
import { usableGit } from '../git/usableGit';
import { openJournal } from '../journal/openJournal';
import { jsonSchemaCheck } from '../upstream/jsonSchemaCheck';
import { RunningFiles } from '../upstream/runningFiles';
import type { OAuthSignIns } from '../oauth/signIns';
import { SdkConnector } from '../upstream/sdkConnector';
import { ServerProcesses } from '../upstream/serverProcesses';
import { Watchdog } from '../upstream/watchdog';
import { randomIds, sha256 } from './randomness';
import { machineSurroundings } from './surroundings';
import { systemClock } from './systemClock';

/** What a composition root says of where it runs. */
export interface MachineOptions {
  /** Folder for the journal: one per workspace. */
  readonly stateFolder: string;
  readonly workspaceFolder: string | undefined;
  /** Folder of what ships with us: the registry, the tool index, the table of concepts. */
  readonly dataFolder: string;
  /** The git to use; undefined where there is none. */
  readonly gitBinary: string | undefined;
  /** PATH for servers, where the host's own lacks what the user's shell adds. */
  readonly searchPath?: string | undefined;
  /** Takes a file off the disk, so that a person can find it again where the host can do that. */
  readonly trash: (path: string) => Promise<void>;
  /** How the user hands over a credential in this host. One sentence. */
  readonly credentialAdvice: string;
  /** Who is signed in to remote servers. */
  readonly signIns: OAuthSignIns;
  /** Days for which the history of events is kept. */
  readonly retentionDays?: () => number;
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
  | 'signIns'
  | 'checkSchema'
  | 'programs'
  | 'surroundings'
  | 'index'
  | 'concepts'
  | 'toolIndex'
  | 'ids'
  | 'snapshots'
  | 'workspace'
>;

/** An open machine, and what the user must be told about it. */
export interface Machine extends Disposable {
  readonly ports: MachinePorts;
  readonly problem?: string;
  /** Has deleted content leave the journal's file: to be waited for before `dispose`. */
  settle(): Promise<void>;
}

/** What is not erased from the journal by then is erased at the next start: a window has 5 s for its end (security.md 0.3). */
const SETTLE_WITHIN_MS = 3_000;

/** Opens the journal and gathers what core needs of this machine. */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { log, version } = options;
  const bus = new Bus(log);
  const opened = await openJournal(options.stateFolder, {
    domains: DURABLE_DOMAINS,
    history: runHistory,
    ...(options.retentionDays === undefined ? {} : { retentionDays: options.retentionDays }),
    clock: systemClock,
    bus,
    log,
  });
  const { stateFolder, workspaceFolder, searchPath, trash } = options;
  const running = new RunningFiles(stateFolder, log);
  await running.sweep();
  const watchdog = process.platform === 'win32' ? undefined : new Watchdog();
  const gitBinary = workspaceFolder === undefined ? undefined : await usableGit(options.gitBinary, log);
  const world = { storageFolder: stateFolder, gitBinary, trash, clock: systemClock, ids: randomIds, log };
  return {
    ports: {
      ids: randomIds,
      workspace: workspaceFolder ?? stateFolder,
      snapshots:
        workspaceFolder === undefined
          ? noSnapshots(systemClock, randomIds)
          : new GitSnapshots({ workspaceFolder, ...world }),
      journal: opened.journal,
      bus,
      clock: systemClock,
      random: Math.random,
      log,
      sha256,
      connector: new SdkConnector({
        version,
        workspaceFolder,
        log,
        signIns: options.signIns,
        processes: new ServerProcesses(watchdog === undefined ? [] : [watchdog, running], searchPath),
      }),
      signIns: options.signIns,
      checkSchema: jsonSchemaCheck(),
      programs: new PathPrograms({
        platform: process.platform,
        variable: name => (name === 'PATH' ? (searchPath ?? process.env[name]) : process.env[name]),
      }),
      surroundings: machineSurroundings(options.workspaceFolder, options.credentialAdvice),
      index: new MiniSearchIndex(SEARCH_WEIGHTS),
      concepts: shippedConcepts(options.dataFolder, log),
      toolIndex: new ShippedToolIndex(join(options.dataFolder, 'toolIndex.json'), log),
    },
    ...(opened.problem === undefined ? {} : { problem: opened.problem }),
    async settle() {
      // The timer keeps the process alive, too: nothing else may be left that does.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, SETTLE_WITHIN_MS);
      await Promise.race([opened.journal.settle(), late]);
      clearTimeout(timer);
    },
    dispose() {
      watchdog?.dispose();
      opened.dispose();
    },
  };
}
