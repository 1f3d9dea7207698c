import type { Entry } from '../../modules/blackboard/entry';
import { MAX_STATE_ROWS } from '../../shared/sharedState/messages';
import type { StateCell } from '../../shared/sharedState/picture';
import { shown, shownWhole, type Wording } from '../words/wording';
import { numeral } from '../words/amounts';
import { type DrawnRows, holding, LOOKED_THROUGH, type StateItem } from './stateItem';
import type { StateCore } from './stateCore';
import { timeCell } from './stateTimes';

/** How far into a value a filter looks, in characters. */
const SEARCHED = 400;

/** The newest entries of the blackboard that a filter lets through. */
export function boardRows(
  { blackboard }: Pick<StateCore, 'blackboard'>,
  query: string,
  wording: Wording,
): DrawnRows {
  const { t } = wording;
  const fits = holding<Entry>(query, ({ key, tags, json }) => [key, ...tags, json.slice(0, SEARCHED)]);
  const seen = blackboard.latest({ limit: MAX_STATE_ROWS, lookAt: LOOKED_THROUGH, fits });
  const ids = seen.items.map(({ key }): [string, StateItem] => [`bb:${key}`, { type: 'entry', key }]);
  return {
    seen,
    items: new Map(ids),
    table: {
      label: t('Entries of the blackboard'),
      columns: [
        { name: t('Key'), width: 'name' },
        { name: t('Value'), width: 'wide' },
        { name: t('Tags'), width: 'list' },
        { name: t('Version'), width: 'minor' },
        { name: t('Updated'), width: 'figure' },
        { name: t('Expires'), width: 'figure' },
      ],
      rows: seen.items.map(entry => ({
        id: `bb:${entry.key}`,
        kind: 'entry',
        cells: [
          { text: shown(entry.key), tooltip: shownWhole(entry.key) },
          { text: shown(entry.json), tooltip: shownWhole(entry.json) },
          tagsCell(entry),
          { text: numeral(entry.version, wording), rank: entry.version },
          timeCell(entry.updatedAt, wording),
          entry.expiresAt === null
            ? { text: t('never'), rank: Number.MAX_SAFE_INTEGER }
            : timeCell(entry.expiresAt, wording),
        ],
      })),
    },
  };
}

function tagsCell({ tags }: Entry): StateCell {
  const badges = tags.map(tag => shown(tag, 40));
  return { text: '', badges, tooltip: shownWhole(badges.join(', ')) };
}
