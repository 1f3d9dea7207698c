import { DURABLE_DOMAINS } from '../../core/core';
import type { Bus } from '../../core/journal/bus';
import { runHistory } from '../../core/resources/runHistory';
import type { Log } from '../../core/support/log';
import { systemClock } from '../machine/systemClock';
import { openJournal, type OpenedJournal } from './openJournal';

/** How a workspace's journal is opened. */
export interface WorkspaceJournalOptions {
  readonly bus: Bus;
  readonly log: Log;
  /** Days for which the events of tasks are kept. */
  readonly retentionDays?: (() => number) | undefined;
}

/** The journal of a workspace, with everything that any program of ours keeps there: whoever opens it may be the one to compact it. */
export async function openWorkspaceJournal(
  stateFolder: string,
  { bus, log, retentionDays }: WorkspaceJournalOptions,
): Promise<OpenedJournal> {
  return await openJournal(stateFolder, {
    domains: DURABLE_DOMAINS,
    history: runHistory,
    ...(retentionDays === undefined ? {} : { retentionDays }),
    clock: systemClock,
    bus,
    log,
  });
}
