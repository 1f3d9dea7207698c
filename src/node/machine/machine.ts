import { SEARCH_WEIGHTS } from '../../core/catalog/discover';
import { type CorePorts, DURABLE_DOMAINS } from '../../core/core';
import { Bus } from '../../core/journal/bus';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import { MiniSearchIndex } from '../catalog/miniSearchIndex';
import { PathPrograms } from '../catalog/pathPrograms';
import { openJournal } from '../journal/openJournal';
import { ajvSchemaCheck } from '../upstream/ajvSchemaCheck';
import { SdkConnector } from '../upstream/sdkConnector';
import { sha256 } from './randomness';
import { machineSurroundings } from './surroundings';
import { systemClock } from './systemClock';

/** What a composition root says of where it runs. */
export interface MachineOptions {
  /** Folder for the journal: one per workspace. */
  readonly stateFolder: string;
  readonly workspaceFolder: string | undefined;
  /** How the user hands over a credential in this host. One sentence. */
  readonly credentialAdvice: string;
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
  | 'checkSchema'
  | 'programs'
  | 'surroundings'
  | 'index'
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
  return {
    ports: {
      journal: opened.journal,
      bus,
      clock: systemClock,
      log,
      sha256,
      connector: new SdkConnector(version, log),
      checkSchema: ajvSchemaCheck(),
      programs: new PathPrograms(),
      surroundings: machineSurroundings(options.workspaceFolder, options.credentialAdvice),
      index: new MiniSearchIndex(SEARCH_WEIGHTS),
    },
    ...(opened.problem === undefined ? {} : { problem: opened.problem }),
    dispose: () => opened.dispose(),
  };
}
