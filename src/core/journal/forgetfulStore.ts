import type { EventStore } from './eventStore';

/** A log that keeps nothing: for a journal whose states may go with the process, and are nobody else's. */
export class ForgetfulStore implements EventStore {
  readonly readOnlyReason = undefined;

  transact: EventStore['transact'] = async (_durability, work) =>
    work({ eventsAfter: () => [], readStates: () => undefined, append: () => undefined });

  eventsAfter: EventStore['eventsAfter'] = async () => [];
  replayAfter: EventStore['replayAfter'] = async () => [];
  readStates: EventStore['readStates'] = async () => undefined;
  saveStates: EventStore['saveStates'] = async () => undefined;
  trim: EventStore['trim'] = async () => undefined;
  forget: EventStore['forget'] = async () => undefined;
  release: EventStore['release'] = async () => true;
  compacted: EventStore['compacted'] = async () => ({ seq: 0, isDone: true });

  figures: EventStore['figures'] = async () => ({
    bytes: 0,
    events: 0,
    oldestAt: null,
    compactedAt: null,
    damagedCopies: 0,
    damagedBytes: 0,
  });

  othersMark(): unknown {
    return 0;
  }

  onDidAppend: EventStore['onDidAppend'] = () => ({ dispose: () => undefined });

  dispose(): void {}
}
