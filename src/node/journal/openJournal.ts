import { type JournalParts, LiveJournal } from '../../core/journal/liveJournal';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { openSqliteEventStore, type OpenedStore } from './openSqliteEventStore';
import { isDamage } from './sqliteErrors';
import { unavailableStore } from './unavailableStore';

/** An open journal that follows what other processes append, and what the user must be told about it. */
export interface OpenedJournal extends Disposable {
  readonly journal: LiveJournal;
  readonly problem?: string;
}

/** Opens the journal of a folder. Damage that shows only while the events are read is repaired as well. */
export async function openJournal(
  folder: string,
  parts: Omit<JournalParts, 'store'>,
): Promise<OpenedJournal> {
  const opened = await openSqliteEventStore(folder, parts);
  try {
    return await follow(opened, parts);
  } catch (error) {
    opened.store.dispose();
    if (!isDamage(error)) throw error;
    // A copy that was made beside a writer may be torn: that says nothing of the file, and waiting again takes too long.
    if (opened.store.readOnlyReason !== undefined) {
      const reason = opened.store.readOnlyReason;
      return follow({ store: unavailableStore(reason), problem: reason }, parts);
    }
  }
  const repaired = await openSqliteEventStore(folder, { ...parts, isKnownDamaged: true });
  try {
    return await follow(repaired, parts);
  } catch (error) {
    repaired.store.dispose();
    if (!isDamage(error)) throw error;
    const problem =
      'Nothing can be recorded: the journal of this workspace is damaged and could not be repaired.';
    return follow({ store: unavailableStore(problem), problem }, parts);
  }
}

async function follow(
  { store, problem }: OpenedStore,
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
