import type { EventStore } from '../../core/journal/eventStore';
import { disposable } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';

/** The store where no log can be opened at all: it holds nothing and says why nothing is recorded. */
export function unavailableStore(reason: string): EventStore {
  const refuse = (): Promise<never> => Promise.reject(new Refusal('journal-read-only', reason));
  const empty = (): Promise<readonly never[]> => Promise.resolve([]);
  return {
    readOnlyReason: reason,
    transact: refuse,
    eventsAfter: empty,
    replayAfter: empty,
    snapshotSeqs: empty,
    snapshot: () => Promise.resolve(undefined),
    saveSnapshot: refuse,
    onDidAppend: () => disposable(() => undefined),
    dispose: () => undefined,
  };
}
