import type { Children } from '../../modules/children/children';
import type { Row } from '../../shared/explorer/picture';
import type { Wording } from './wording';

/** A child agent, as its module tells of it. */
export type Child = ReturnType<Children['all']>[number];

/** The state of a child, in a word or two. */
export function childStateText({ state, breaker }: Child, { t }: Pick<Wording, 't'>): string {
  switch (state) {
    case 'starting':
      return breaker === 'open' ? t('paused after crashes') : t('starting');
    case 'ready':
      return t('ready');
    case 'running':
      return t('running');
    case 'idle':
      return t('idle');
    case 'stopping':
      return t('stopping');
    case 'terminated':
      return t('ended');
    case 'killed':
      return t('stopped');
    case 'error':
      return t('failed');
  }
}

/** The sign of a child's state. */
export function childLook({ state, breaker, loop }: Child): Pick<Row, 'icon' | 'tone'> {
  switch (state) {
    case 'starting':
      return breaker === 'open' ? { icon: 'warning', tone: 'warn' } : { icon: 'loading', tone: 'run' };
    case 'ready':
    case 'idle':
      return { icon: 'circle-outline', tone: 'ok' };
    case 'running':
      return loop === null ? { icon: 'play', tone: 'run' } : { icon: 'warning', tone: 'warn' };
    case 'stopping':
      return { icon: 'circle-slash' };
    case 'terminated':
      return { icon: 'pass', tone: 'ok' };
    case 'killed':
      return { icon: 'circle-slash', tone: 'off' };
    case 'error':
      return { icon: 'error', tone: 'bad' };
  }
}

/** Whether nothing of it runs any more. */
export function childHasEnded({ state }: Child): boolean {
  return state === 'terminated' || state === 'killed' || state === 'error';
}

/** How much of its budget it has used, of the part that is used most, in percent; undefined where it has none. */
export function budgetUsed({ usage, spec }: Child): number | undefined {
  const parts = Object.entries(spec.budget).flatMap(([name, most]) =>
    most === undefined ? [] : [(usage[name as keyof typeof usage] ?? 0) / Math.max(1, most)],
  );
  return parts.length === 0 ? undefined : Math.round(100 * Math.min(1, Math.max(...parts)));
}
