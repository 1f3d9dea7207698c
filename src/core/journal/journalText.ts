import type { JournalFigures } from './journal';

/** How large the journal is, in a line for a model. */
export function journalText(figures: JournalFigures): string {
  const { bytes, events, oldestAt, compactedAt, retentionDays, damagedCopies, damagedBytes } = figures;
  const since = oldestAt === null ? '' : ` since ${day(oldestAt)}`;
  const compacted = compactedAt === null ? 'never compacted' : `compacted ${day(compactedAt)}`;
  const copies =
    damagedCopies === 0
      ? ''
      : ` Also stored: ${damagedCopies} copies of damaged journals (${megabytes(damagedBytes)}), from which nothing is ever deleted.`;
  return `Journal: ${megabytes(bytes)}, ${events} events${since}, ${compacted}; events of tasks are kept ${retentionDays} days.${copies}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 2 : 0)} MB`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
