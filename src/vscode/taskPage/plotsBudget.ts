import type { Core } from '../../core/core';
import type { Budget } from '../../shared/plots/plots';
import type { SessionId } from '../../shared/ids';
import { sessionMeters } from '../explorer/sessionsPicture';
import type { Wording } from '../words/wording';

/** What a chat's budget is drawn from. */
export type BudgetWorld = Pick<Core, 'gateway' | 'registry'>;

/**
 * What a request of the chat that works on the task carries, as the Sessions view counts it: the tools of all chats of the window.
 * Undefined where the chat is gone or has nothing.
 */
export function budgetOf(world: BudgetWorld, session: SessionId, wording: Wording): Budget | undefined {
  const { gateway } = world;
  const isKnown = gateway.sessions().some(({ id }) => id === session);
  if (!isKnown || !gateway.environment(session).some(({ status }) => status === 'active')) return undefined;
  return { title: wording.t('Token Budget'), meters: sessionMeters(world, wording) };
}
