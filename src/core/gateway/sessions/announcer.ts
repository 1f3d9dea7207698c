import type { ServerId, SessionId } from '../../../shared/ids';
import type { Bus } from '../../journal/bus';
import type { EventLevel } from '../../journal/event';
import type { Clock } from '../../support/clock';
import { type Disposable, disposable } from '../../support/disposable';
import type { Health } from '../upstream/upstream';

/** Sends `tools/list_changed` where it is due. Resolves when it is on its way. */
export type ToolListListener = () => Promise<void>;

/** Tells the world what the gateway did: facts on the bus, and to clients that their list of tools changed. */
export class Announcer {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #listeners = new Set<ToolListListener>();
  readonly #switched = new Set<(server: ServerId) => void>();

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
  }

  /** Tells of something that is not kept: activations, health, sessions. */
  tell(
    kind: string,
    payload: { readonly server?: ServerId; readonly [field: string]: unknown },
    session?: SessionId,
    level: EventLevel = 'info',
  ): void {
    this.#bus.publish({
      seq: null,
      ts: this.#clock.now(),
      stream: 'gateway',
      kind,
      cat: 'gateway',
      level,
      ...(session === undefined ? {} : { session }),
      payload,
      v: 1,
    });
  }

  /** A server's health is another one. */
  healthChanged(server: ServerId, health: Health): void {
    const level = health.state === 'error' ? 'warn' : 'info';
    this.tell('serverHealthChanged', { server, ...health }, undefined, level);
  }

  onToolListChanged(listener: ToolListListener): Disposable {
    this.#listeners.add(listener);
    return disposable(() => this.#listeners.delete(listener));
  }

  /** Hears which server a session switched on or off. */
  onSwitched(listener: (server: ServerId) => void): Disposable {
    this.#switched.add(listener);
    return disposable(() => this.#switched.delete(listener));
  }

  /** A session switched a server on or off: its tools and everything else it offers. Resolves as `toolListChanged`. */
  async switched(server: ServerId): Promise<void> {
    for (const listener of this.#switched) listener(server);
    await this.toolListChanged();
  }

  /** Resolves when every client has been sent word: an answer given after that finds them looking at the new list (D6). */
  async toolListChanged(): Promise<void> {
    await Promise.all([...this.#listeners].map(listener => listener()));
  }
}
