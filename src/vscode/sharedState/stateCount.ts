import type { Seen } from '../../core/support/lookThrough';
import { joined, type Wording } from '../words/wording';
import { numeral } from '../words/amounts';

/** How much is shown of how much there is, and how much was not looked through. */
export function stateCount(
  { items, size, fitting, lookedAt }: Pick<Seen<unknown>, 'items' | 'size' | 'fitting' | 'lookedAt'>,
  isFiltered: boolean,
  wording: Wording,
): string {
  if (size === 0) return '';
  const { t } = wording;
  const [shown, all, matching] = [items.length, size, fitting].map(count => numeral(count, wording));
  if (!isFiltered) return t('Showing {0} of {1}', shown ?? '', all ?? '');
  return joined(
    t('Showing {0} of {1} matches', shown ?? '', matching ?? ''),
    lookedAt < size
      ? t('only the newest {0} of {1} were searched', numeral(lookedAt, wording), all ?? '')
      : undefined,
  );
}
