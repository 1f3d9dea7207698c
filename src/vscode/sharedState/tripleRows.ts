import type { Triple } from '../../modules/knowledge/triple';
import { MAX_STATE_ROWS } from '../../shared/sharedState/messages';
import type { StateCell } from '../../shared/sharedState/picture';
import { shown, shownWhole, type Wording } from '../words/wording';
import { percent } from '../words/amounts';
import { type DrawnRows, holding, LOOKED_THROUGH, type StateItem } from './stateItem';
import type { StateCore } from './stateCore';
import { timeCell } from './stateTimes';

/** What agents said last that a filter lets through. */
export function tripleRows(
  { knowledge }: Pick<StateCore, 'knowledge'>,
  query: string,
  wording: Wording,
): DrawnRows {
  const { t } = wording;
  const fits = holding<Triple>(query, ({ subject, predicate, object, source }) => [
    subject,
    predicate,
    object,
    source ?? '',
  ]);
  const seen = knowledge.latest({ limit: MAX_STATE_ROWS, lookAt: LOOKED_THROUGH, fits });
  const ids = seen.items.map((name): [string, StateItem] => [idOf(name), { type: 'triple', name }]);
  return {
    seen,
    items: new Map(ids),
    table: {
      label: t('Agent knowledge'),
      columns: [
        { name: t('Subject'), width: 'name' },
        { name: t('Predicate'), width: 'word' },
        { name: t('Object'), width: 'wide' },
        { name: t('Source'), width: 'list' },
        { name: t('Confidence'), width: 'minor' },
        { name: t('Updated'), width: 'figure' },
      ],
      rows: seen.items.map(triple => ({
        id: idOf(triple),
        kind: 'triple',
        cells: [
          textCell(triple.subject),
          textCell(triple.predicate),
          textCell(triple.object),
          textCell(triple.source ?? '–'),
          { text: percent(100 * triple.confidence, wording), rank: triple.confidence },
          timeCell(triple.updatedAt, wording),
        ],
      })),
    },
  };
}

/** Its place in the order stays its own for good. */
function idOf({ ordinal }: Triple): string {
  return `kg:${ordinal}`;
}

function textCell(text: string): StateCell {
  return { text: shown(text), tooltip: shownWhole(text) };
}
