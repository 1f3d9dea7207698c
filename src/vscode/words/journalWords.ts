import type { JournalFigures } from '../../core/journal/journal';
import type { Wording } from './wording';
import { byteCount, dayCount, eventCount } from './amounts';

/** How large the journal is, for a person: a sentence or two. */
export function journalWords(figures: JournalFigures, wording: Wording): string {
  const { bytes, events, oldestAt, compactedAt, retentionDays, damagedCopies, damagedBytes, team } = figures;
  const { t, moment } = wording;
  const size = byteCount(bytes, wording);
  const count = eventCount(events, wording);
  return [
    oldestAt === null
      ? t('The journal uses {0}, with {1}.', size, count)
      : t('The journal uses {0}, with {1} since {2}.', size, count, moment(oldestAt)),
    ...(compactedAt === null ? [] : [t('It was last compacted on {0}.', moment(compactedAt))]),
    t('Events of tasks are kept for {0}.', dayCount(retentionDays, wording)),
    ...(damagedCopies === 0
      ? []
      : [
          t(
            'Copies of damaged journals are stored next to it ({0}): nothing is ever deleted from them.',
            byteCount(damagedBytes, wording),
          ),
        ]),
    ...(team === undefined
      ? []
      : [t('Shared with your team through {0}. Connected now: {1}.', team.place, membersOf(team, wording))]),
  ].join(' ');
}

/** Who is connected, with how many programs and agents where there is more to say than one program. */
function membersOf({ members }: NonNullable<JournalFigures['team']>, { t }: Wording): string {
  return members
    .map(({ name, programs, agents }) =>
      programs === 1 && agents === 0 ? name : t('{0} (programs: {1}, agents: {2})', name, programs, agents),
    )
    .join(', ');
}
