import type { Budget } from '../../shared/plots/plots';
import type { SessionId } from '../../shared/ids';
import { metersOf, type SessionsWorld } from '../explorer/sessionsPicture';
import { shown, type Wording } from '../words/wording';

/** What a chat's budget is drawn from. */
export interface BudgetWorld {
  readonly gateway: Pick<SessionsWorld['gateway'], 'environment' | 'sessions' | 'settings'>;
}

/** What the chat that works on the task has switched on; undefined where it is gone or has nothing. */
export function budgetOf({ gateway }: BudgetWorld, session: SessionId, wording: Wording): Budget | undefined {
  const known = gateway.sessions().find(({ id }) => id === session);
  if (known === undefined) return undefined;
  const active = gateway.environment(session).filter(({ status }) => status === 'active');
  if (active.length === 0) return undefined;
  const { t } = wording;
  return {
    title: t('Token Budget of {0}', shown(wording.sessionName(known), 80)),
    meters: metersOf(
      active,
      gateway.settings(),
      t('Active tools of this chat, compared with the maximum VS Code sends.'),
      wording,
    ),
  };
}
