import type { TeamPresence } from './eventStore';
import type { JournalFigures } from './journal';

/** How large the journal is, in a line for a model. */
export function journalText(figures: JournalFigures): string {
  const { bytes, events, oldestAt, compactedAt, retentionDays, damagedCopies, damagedBytes, team } = figures;
  const since = oldestAt === null ? '' : ` since ${day(oldestAt)}`;
  const compacted = compactedAt === null ? 'never compacted' : `compacted ${day(compactedAt)}`;
  const copies =
    damagedCopies === 0
      ? ''
      : ` Also stored: ${damagedCopies} copies of damaged journals (${megabytes(damagedBytes)}), from which nothing is ever deleted.`;
  return `Journal: ${megabytes(bytes)}, ${events} events${since}, ${compacted}; events of tasks are kept ${retentionDays} days.${copies}${team === undefined ? '' : ` ${teamText(team)}`}`;
}

/** Whom it is shared with. */
function teamText({ place, members }: TeamPresence): string {
  const online = members.map(({ name, programs, agents }) => {
    const counts = [
      ...(programs === 1 ? [] : [`${programs} programs`]),
      ...(agents === 0 ? [] : [`${agents} agent${agents === 1 ? '' : 's'}`]),
    ];
    return counts.length === 0 ? name : `${name} (${counts.join(', ')})`;
  });
  return `Shared with a team through PostgreSQL at ${place}; connected now: ${online.join(', ')}.`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 2 : 0)} MB`;
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
