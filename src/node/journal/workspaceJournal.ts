import { durableDomains } from '../../core/core';
import type { Bus } from '../../core/journal/bus';
import type { Journal } from '../../core/journal/journal';
import type { JournalParts } from '../../core/journal/liveJournal';
import type { JoinedModule } from '../../core/resources/joinedModule';
import { runHistory } from '../../core/resources/runHistory';
import type { Log } from '../../core/support/log';
import { systemClock } from '../machine/systemClock';
import type { Snapshots } from '../../core/snapshots/snapshot';
import type { Disposable } from '../../core/support/disposable';
import type { OpenedJournal } from './followedJournal';
import { openJournal } from './openJournal';

/** How a workspace's journal is opened. */
export interface WorkspaceJournalOptions {
  readonly bus: Bus;
  readonly log: Log;
  /** Our modules, whose states are kept there too. */
  readonly modules: readonly JoinedModule[];
  /** Days for which the events of tasks are kept. */
  readonly retentionDays?: (() => number) | undefined;
}

/** An open journal of a workspace, whatever it is kept in. */
export interface WorkspaceJournal extends Disposable {
  readonly journal: Journal & { settle(): Promise<void> };
  /** As it is now: a database comes and goes. */
  readonly problem?: string | undefined;
  /** Key of the workspace in it, where several machines share it. */
  readonly workspace?: string;
  /** Id of this disk among those of the machines that share it, and what makes snapshots say that they are of it. */
  readonly disk?: string;
  readonly marked?: (snapshots: Snapshots) => Snapshots;
}

type Parts = Omit<JournalParts, 'store'>;

/** Opens a journal of all that our programs keep. `open` opens one in the state folder. */
export type OpenWorkspaceJournal = (
  parts: Parts,
  open: (parts: Parts) => Promise<OpenedJournal>,
) => Promise<WorkspaceJournal>;

/** The journal of a workspace, with everything that any program of ours keeps there: whoever opens it may be the one to compact it. */
export async function openWorkspaceJournal(
  stateFolder: string,
  options: WorkspaceJournalOptions,
): Promise<OpenedJournal> {
  return await openJournal(stateFolder, journalParts(options));
}

/** What the journal of a workspace is made of, apart from where it is kept. */
export function journalParts({ bus, log, modules, retentionDays }: WorkspaceJournalOptions): Parts {
  return {
    domains: durableDomains(modules),
    history: runHistory(modules),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    clock: systemClock,
    bus,
    log,
  };
}
