import type { EventStore } from '../../core/journal/eventStore';
import { type JournalParts, LiveJournal } from '../../core/journal/liveJournal';
import { type Disposable, DisposableStore } from '../../core/support/disposable';

/** An open journal that follows what other processes append, and what the user must be told about it. */
export interface OpenedJournal extends Disposable {
  readonly journal: LiveJournal;
  /** As it is now: a database comes and goes. */
  readonly problem?: string | undefined;
}

/** The journal over an open store, which it owns, following what other processes append. */
export async function follow(
  { store, problem }: { readonly store: EventStore; readonly problem?: string },
  parts: Omit<JournalParts, 'store'>,
): Promise<OpenedJournal> {
  const journal = await LiveJournal.open({ ...parts, store });
  const owned = new DisposableStore();
  owned.add(store);
  owned.add(journal);
  owned.add(
    store.onDidAppend(() => {
      // Nobody waits for it: the next commit catches up as well, and tells its caller what is wrong.
      void journal
        .catchUp()
        .catch((error: unknown) => parts.log.warn('Catching up failed', { error: String(error) }));
    }),
  );
  return { journal, ...(problem === undefined ? {} : { problem }), dispose: () => owned.dispose() };
}
