import type { FlatNode } from '../../modules/plans/engine/flatTree';
import type { PlanRun } from '../../modules/plans/run/planRun';
import type { Row } from '../../shared/explorer/picture';
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

/** The sign of a run's state. */
export function runLook({ state, waiting }: PlanRun): Pick<Row, 'icon' | 'tone'> {
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

/** How a node of a run stands. */
export type NodeStanding = 'idle' | 'running' | 'success' | 'failure' | 'halted';

const ENDS = { done: 'success', failed: 'failure', cancelled: 'halted' } as const;

/** How a node stands: a leaf as its last call, the root as the run once that has ended, any other node as its last tick. */
export function standingOf(run: PlanRun, { index, node }: Pick<FlatNode, 'index' | 'node'>): NodeStanding {
  if (node.type === 'task') return run.leaves.get(index)?.status ?? 'idle';
  const { state } = run;
  if (index === 0 && state !== 'running' && state !== 'paused') return ENDS[state];
  return run.nodes.get(index)?.status ?? 'idle';
}

/** The same in a word or two. */
export function standingText(standing: NodeStanding, { t }: Pick<Wording, 't'>): string {
  switch (standing) {
    case 'idle':
      return t('not running');
    case 'running':
      return t('running');
    case 'success':
      return t('succeeded');
    case 'failure':
      return t('failed');
    case 'halted':
      return t('stopped');
  }
}
