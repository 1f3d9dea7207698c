import type { EnvironmentRow } from '../../core/catalog/environment';
import type { ServerId } from '../../shared/ids';
import type { Wording } from './wording';

/** What every list of servers is grouped by: what a person would do next with one. */
export type ServerGroup = 'active' | 'next' | 'yours' | 'ready' | 'setup' | 'failed' | 'disabled' | 'modules';

/** In the order in which they stand. */
export const SERVER_GROUPS: readonly ServerGroup[] = [
  'active',
  'next',
  'yours',
  'ready',
  'setup',
  'failed',
  'disabled',
  'modules',
];

/** Where a person looks for a server. `queued`: those that wait for the next chat. */
export function serverGroupOf(server: EnvironmentRow, queued: readonly ServerId[]): ServerGroup {
  if (isModule(server)) return 'modules';
  if (server.failure !== undefined && server.status !== 'disabled') return 'failed';
  switch (server.status) {
    case 'active':
      return 'active';
    case 'disabled':
      return 'disabled';
    case 'missing-credentials':
      return 'setup';
    case 'available':
      if (queued.includes(server.id)) return 'next';
      // What lacks its program can't be started here.
      if (server.lacks !== undefined) return 'setup';
      return server.isOwn === true ? 'yours' : 'ready';
  }
}

/** A server of ours, which needs no place among those that people look for. */
export function isModule({ category }: Pick<EnvironmentRow, 'category'>): boolean {
  return category === 'switchyard';
}

/** What a group is called. */
export function serverGroupTitle(group: ServerGroup, t: Wording['t']): string {
  switch (group) {
    case 'active':
      return t('Active');
    case 'next':
      return t('For the Next Chat');
    case 'yours':
      return t('Yours');
    case 'ready':
      return t('Ready');
    case 'setup':
      return t('Needs Setup');
    case 'failed':
      return t('Failed');
    case 'disabled':
      return t('Disabled');
    case 'modules':
      return 'Switchyard';
  }
}
