import type { Plans } from '../../modules/plans/plans';
import '../../modules/plans/module';
import { hasEnded, type PlanRun } from '../../modules/plans/run/planRun';
import { progressOf } from '../../modules/plans/tools/runSnapshot';
import type { Action, Row } from '../../shared/explorer/picture';
import { numeral } from '../words/amounts';
import { runLook, stateText } from '../words/planState';
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
    ...runLook(run),
    state: stateText(run, wording),
    label: shown(run.tree.id),
    detail: joined(stateText(run, wording), time(run.finishedAt ?? run.startedAt)),
    ...(isOver ? {} : { progress: progressOf(run) }),
    enter: 'openPlan',
    kind: 'plan',
    target: { run: run.id },
    actions: actionsOf(run, t),
  };
}

/** What is most likely wanted, one click away; all the rest is in Manage Plans… */
function actionsOf({ state, waiting }: PlanRun, t: Wording['t']): readonly Action[] {
  const manage: Action = { command: 'managePlans', title: t('Manage Plans…'), icon: 'ellipsis' };
  const cancel: Action = { command: 'cancelPlan', title: t('Cancel'), icon: 'circle-slash' };
  if (waiting !== null) return [{ command: 'resumePlan', title: t('Decide…'), icon: 'play' }, cancel, manage];
  switch (state) {
    case 'running':
      return [{ command: 'pausePlan', title: t('Pause'), icon: 'debug-pause' }, cancel, manage];
    case 'paused':
      return [{ command: 'resumePlan', title: t('Resume'), icon: 'play' }, cancel, manage];
    case 'done':
      return [manage];
    case 'failed':
    case 'cancelled':
      return [{ command: 'retryPlan', title: t('Retry…'), icon: 'debug-start' }, manage];
  }
}
