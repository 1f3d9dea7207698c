import type { Gateway } from '../../core/gateway/gateway';
import { shown, type Wording } from '../words/wording';

/** Why servers that chats use do not run, a line each; nothing where all run or wait to be started. */
export function failureTexts(
  gateway: Pick<Gateway, 'environment' | 'sessions'>,
  { t }: Pick<Wording, 't'>,
): readonly string[] {
  const chats = gateway.sessions().flatMap(({ id }) => gateway.environment(id));
  const failed = chats.flatMap(({ id, status, failure }) =>
    status === 'active' && failure !== undefined ? [t('{0} failed: {1}', id, shown(failure))] : [],
  );
  return [...new Set(failed)];
}
