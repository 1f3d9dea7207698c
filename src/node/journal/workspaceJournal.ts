import { durableDomains } from '../../core/core';
import type { Bus } from '../../core/journal/bus';
import type { JoinedModule } from '../../core/resources/joinedModule';
import { runHistory } from '../../core/resources/runHistory';
import type { Log } from '../../core/support/log';
import { systemClock } from '../machine/systemClock';
import { openJournal, type OpenedJournal } from './openJournal';

/** How a workspace's journal is opened. */
export interface WorkspaceJournalOptions {
  readonly bus: Bus;
  readonly log: Log;
  /** Our modules, whose states are kept there too. */
  readonly modules: readonly JoinedModule[];
  /** Days for which the events of tasks are kept. */
  readonly retentionDays?: (() => number) | undefined;
}

/** The journal of a workspace, with everything that any program of ours keeps there: whoever opens it may be the one to compact it. */
export async function openWorkspaceJournal(
  stateFolder: string,
  { bus, log, modules, retentionDays }: WorkspaceJournalOptions,
): Promise<OpenedJournal> {
  return await openJournal(stateFolder, {
    domains: durableDomains(modules),
    history: runHistory(modules),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    clock: systemClock,
    bus,
    log,
  });
}
