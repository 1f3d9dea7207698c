import type { Plans } from '../../modules/plans/plans';
import '../../modules/plans/module';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { progressOf } from '../../modules/plans/tools/runSnapshot';
import type { Row } from '../../shared/explorer/picture';
import { numeral } from '../words/amounts';
import { stateText } from '../words/planState';
import { joined, shown, type Wording } from '../words/wording';

/** Runs that ended and are shown still; all that run are. */
const MAX_ENDED = 5;

/** The runs of plans, the newest first, below one row; none where no plan has run. */
export function planRows(
  { plans }: { readonly plans: Pick<Plans, 'all'> },
  wording: Wording,
): readonly Row[] {
  const runs = plans.all();
  const live = runs.filter(run => !hasEnded(run));
  const shownRuns = [...live, ...runs.filter(hasEnded).slice(0, MAX_ENDED)];
  if (shownRuns.length === 0) return [];
  const { t } = wording;
  const head: Row = {
    id: 'plans',
    level: 1,
    icon: 'layers',
    label: t('Plan Runs'),
    ...(live.length === 0 ? {} : { detail: t('Running: {0}', numeral(live.length, wording)) }),
    isOpen: live.length > 0,
    kind: 'plans',
    target: {},
  };
  return [head, ...shownRuns.map(run => rowOf(run, wording))];
}

function rowOf(run: PlanRun, wording: Wording): Row {
  const { t, time } = wording;
  const isOver = hasEnded(run);
  return {
    id: `plan:${run.id}`,
    level: 2,
    ...lookOf(run),
    state: stateText(run, wording),
    label: shown(run.tree.id),
    detail: joined(stateText(run, wording), time(run.finishedAt ?? run.startedAt)),
    ...(isOver ? {} : { progress: progressOf(run) }),
    enter: 'managePlans',
    kind: 'plan',
    target: { run: run.id },
    actions: [{ command: 'managePlans', title: t('Manage Plans…'), icon: 'ellipsis' }],
  };
}

function lookOf({ state, waiting }: PlanRun): Pick<Row, 'icon' | 'tone'> {
  if (waiting !== null) return { icon: 'warning', tone: 'warn' };
  switch (state) {
    case 'running':
      return { icon: 'play', tone: 'run' };
    case 'paused':
      return { icon: 'debug-pause' };
    case 'done':
      return { icon: 'pass', tone: 'ok' };
    case 'failed':
      return { icon: 'error', tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', tone: 'off' };
  }
}
