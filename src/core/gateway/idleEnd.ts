import type { Clock } from '../support/clock';
import { type Disposable, disposable } from '../support/disposable';
import type { Session, Sessions } from './sessions/sessions';
import type { GatewaySettings } from './sessions/settings';
import type { ServerId } from '../../shared/ids';

/** How often activations are looked at, in milliseconds: an idle one ends at most this much late. */
const SWEEP_MS = 60_000;

/** Hosts never say that a chat was closed, so what was not used for long is switched off. */
export function endIdleSessions(
  sessions: Sessions,
  clock: Clock,
  settings: () => GatewaySettings,
  end: (session: Session, server: ServerId) => void,
): Disposable {
  let timer = clock.after(SWEEP_MS, sweep);

  function sweep(): void {
    const idleMs = settings().idleMinutes * 60_000;
    if (idleMs > 0) for (const session of sessions.all()) sweepSession(session, idleMs);
    timer = clock.after(SWEEP_MS, sweep);
  }

  function sweepSession(session: Session, idleMs: number): void {
    const isIdle = (lastUsedMs: number): boolean => clock.monotonicMs() - lastUsedMs >= idleMs;
    for (const activation of session.activations.values()) {
      if (activation.calls.size === 0 && isIdle(activation.lastUsedMs)) end(session, activation.server);
    }
    if (session.activations.size === 0 && session.pending.size === 0 && isIdle(session.lastUsedMs))
      sessions.remove(session.id);
  }

  return disposable(() => timer.dispose());
}
