import type { Event } from '../../core/journal/event';
import type { JournalParts } from '../../core/journal/liveJournal';
import type { Instant } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';
import { follow, type OpenedJournal } from '../journal/followedJournal';
import { unavailableStore } from '../journal/unavailableStore';
import { openPgEventStore, type PgStoreOptions } from './openPgEventStore';
import { readAgain } from './readAgain';

/** How often opening is tried while the connection comes and goes (chosen here). */
const TRIES = 3;

/**
 * Opens the journal of a workspace in a database. Where it can't be reached, the journal is empty and refuses, until it can: then
 * it takes in what is there, without a restart.
 */
export async function openPgJournal(
  { address, workspace, clock, log, agents }: PgStoreOptions,
  parts: Omit<JournalParts, 'store' | 'clock' | 'log'>,
): Promise<OpenedJournal> {
  const store = await openPgEventStore({ address, workspace, clock, log, agents });
  const timed = {
    monotonicMs: clock.monotonicMs.bind(clock),
    after: clock.after.bind(clock),
    now: () => store.now(clock.now()),
  };
  let unread: string | undefined;
  for (let tries = 1; ; tries++) {
    try {
      const opened = await follow({ store }, { ...parts, clock: timed, log });
      store.opened();
      // Whoever shows what is wrong looks again.
      const tell = (): void => parts.bus.publish(reachChanged(clock.now()));
      store.onDidChangeReach(tell);
      const reading =
        unread === undefined
          ? undefined
          : readAgain(opened.journal, clock, () => {
              unread = undefined;
              tell();
            });
      return {
        journal: opened.journal,
        get problem() {
          return store.awayReason ?? unread ?? store.readOnlyReason;
        },
        dispose() {
          reading?.dispose();
          opened.dispose();
        },
      };
    } catch (error) {
      if (Refusal.is(error, 'journal-io') && tries < TRIES) {
        await store.found();
        continue;
      }
      // One connection stands, and no other is to be had: such a server has one again when somebody leaves.
      if (Refusal.is(error, 'journal-io') && unread === undefined) {
        unread = error.message;
        log.warn(unread);
        store.openUnread();
        continue;
      }
      store.dispose();
      if (!Refusal.is(error)) throw error;
      const problem = `Shared data isn't recorded: ${error.message}`;
      return await follow({ store: unavailableStore(problem), problem }, { ...parts, clock, log });
    }
  }
}

function reachChanged(ts: Instant): Event {
  const kind = 'reachChanged';
  return {
    seq: null,
    ts,
    stream: 'journal',
    kind,
    cat: 'journal',
    level: 'info',
    payload: { type: kind },
    v: 1,
  };
}
