import { SEARCH_WEIGHTS } from '../../core/catalog/discover';
import { type CorePorts, DURABLE_DOMAINS } from '../../core/core';
import { Bus } from '../../core/journal/bus';
import { noSnapshots } from '../../core/snapshots/noSnapshots';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import { MiniSearchIndex } from '../catalog/miniSearchIndex';
import { PathPrograms } from '../catalog/pathPrograms';
import { GitSnapshots } from '../git/gitSnapshots';
import { usableGit } from '../git/usableGit';
import { openJournal } from '../journal/openJournal';
import { ajvSchemaCheck } from '../upstream/ajvSchemaCheck';
import type { OAuthSignIns } from '../oauth/signIns';
import { SdkConnector } from '../upstream/sdkConnector';
import { randomIds, sha256 } from './randomness';
import { machineSurroundings } from './surroundings';
import { systemClock } from './systemClock';

/** What a composition root says of where it runs. */
export interface MachineOptions {
  /** Folder for the journal: one per workspace. */
  readonly stateFolder: string;
  readonly workspaceFolder: string | undefined;
  /** The git to use; undefined where there is none. */
  readonly gitBinary: string | undefined;
  /** Takes a file off the disk, so that a person can find it again where the host can do that. */
  readonly trash: (path: string) => Promise<void>;
  /** How the user hands over a credential in this host. One sentence. */
  readonly credentialAdvice: string;
  /** Who is signed in to remote servers. */
  readonly signIns: OAuthSignIns;
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
  | 'log'
  | 'sha256'
  | 'connector'
  | 'signIns'
  | 'checkSchema'
  | 'programs'
  | 'surroundings'
  | 'index'
  | 'ids'
  | 'snapshots'
  | 'workspace'
>;

/** An open machine, and what the user must be told about it. */
export interface Machine extends Disposable {
  readonly ports: MachinePorts;
  readonly problem?: string;
}

/** Opens the journal and gathers what core needs of this machine. */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { log, version } = options;
  const bus = new Bus(log);
  const opened = await openJournal(options.stateFolder, {
    domains: DURABLE_DOMAINS,
    clock: systemClock,
    bus,
    log,
    build: version,
  });
  const { stateFolder, workspaceFolder, trash } = options;
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
      log,
      sha256,
      connector: new SdkConnector(version, log, options.signIns),
      signIns: options.signIns,
      checkSchema: ajvSchemaCheck(),
      programs: new PathPrograms(),
      surroundings: machineSurroundings(options.workspaceFolder, options.credentialAdvice),
      index: new MiniSearchIndex(SEARCH_WEIGHTS),
    },
    ...(opened.problem === undefined ? {} : { problem: opened.problem }),
    dispose: () => opened.dispose(),
  };
}
