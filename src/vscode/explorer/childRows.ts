import type { Children } from '../../modules/children/children';
import '../../modules/children/module';
import type { Action, Row } from '../../shared/explorer/picture';
import { numeral } from '../words/amounts';
import { budgetUsed, type Child, childHasEnded, childLook, childStateText } from '../words/childState';
import { joined, shown, shownWhole, type Wording } from '../words/wording';

/** Children that ended and are shown still; all that run are. */
const MAX_ENDED = 5;

/** Child agents, the newest first, below one row; none where there was none. */
export function childRows(
  { children }: { readonly children: Pick<Children, 'all'> },
  wording: Wording,
): readonly Row[] {
  const all = children.all();
  const live = all.filter(child => !childHasEnded(child));
  const rows = [...live, ...all.filter(childHasEnded).slice(0, MAX_ENDED)];
  if (rows.length === 0) return [];
  const { t } = wording;
  const head: Row = {
    id: 'children',
    level: 1,
    icon: 'layers',
    label: t('Child Agents'),
    ...(live.length === 0 ? {} : { detail: t('Running: {0}', numeral(live.length, wording)) }),
    isOpen: live.length > 0,
    kind: 'children',
    target: {},
  };
  return [head, ...rows.map(child => rowOf(child, wording))];
}

function rowOf(child: Child, wording: Wording): Row {
  const { spec, doing, reason, startedAt, endedAt } = child;
  const state = childStateText(child, wording);
  const used = childHasEnded(child) ? undefined : budgetUsed(child);
  const tooltip = joined(
    spec.role === null ? '' : shownWhole(spec.role),
    reason === null ? '' : shownWhole(reason),
  );
  return {
    id: `child:${spec.id}`,
    level: 2,
    ...childLook(child),
    state,
    label: shown(spec.id),
    detail: joined(state, shown(doing ?? spec.role ?? ''), wording.time(endedAt ?? startedAt)),
    ...(tooltip === '' ? {} : { tooltip }),
    ...(used === undefined ? {} : { progress: used }),
    enter: 'openChild',
    kind: 'child',
    target: { child: spec.id },
    actions: actionsOf(child, wording.t),
  };
}

function actionsOf(child: Child, t: Wording['t']): readonly Action[] {
  const changes: readonly Action[] =
    child.tasks.length === 0 ? [] : [{ command: 'openChildChanges', title: t('Open Changes'), icon: 'diff' }];
  if (childHasEnded(child)) return changes;
  return [
    { command: 'sendToChild', title: t('Send Message…'), icon: 'comment-discussion' },
    ...changes,
    { command: 'stopChild', title: t('Stop'), icon: 'circle-slash' },
  ];
}
