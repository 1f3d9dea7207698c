import type { EventStore, LogFigures } from '../../core/journal/eventStore';
import { disposable } from '../../core/support/disposable';
import { Refusal } from '../../core/support/refusal';

const NOTHING: LogFigures = {
  bytes: 0,
  events: 0,
  oldestAt: null,
  compactedAt: null,
  damagedCopies: 0,
  damagedBytes: 0,
};

/** The store where no log can be opened at all: it holds nothing and says why nothing is recorded. */
export function unavailableStore(reason: string): EventStore {
  const refuse = (): Promise<never> => Promise.reject(new Refusal('journal-read-only', reason));
  const empty = (): Promise<readonly never[]> => Promise.resolve([]);
  return {
    readOnlyReason: reason,
    transact: refuse,
    eventsAfter: empty,
    replayAfter: empty,
    readStates: () => Promise.resolve(),
    saveStates: refuse,
    trim: refuse,
    forget: refuse,
    release: refuse,
    compacted: () => Promise.resolve({ seq: 0, isDone: true }),
    figures: () => Promise.resolve(NOTHING),
    othersMark: () => 0,
    onDidAppend: () => disposable(() => undefined),
    dispose: () => undefined,
  };
}
