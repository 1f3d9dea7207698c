import type { PlanRun } from '../../modules/plans/run/planRun';
import type { Wording } from './wording';

/** The state of a run, in a word or two. */
export function stateText(
  { state, waiting }: Pick<PlanRun, 'state' | 'waiting'>,
  { t }: Pick<Wording, 't'>,
): string {
  if (waiting !== null) return t('waits for you');
  switch (state) {
    case 'running':
      return t('running');
    case 'paused':
      return t('paused');
    case 'done':
      return t('done');
    case 'failed':
      return t('failed');
    case 'cancelled':
      return t('cancelled');
  }
}
