import type { JournalParts } from '../../core/journal/liveJournal';
import { follow, type OpenedJournal } from './followedJournal';
import { openSqliteEventStore } from './openSqliteEventStore';
import { isDamage } from './sqliteErrors';
import { unavailableStore } from './unavailableStore';

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
