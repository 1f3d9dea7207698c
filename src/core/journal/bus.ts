import type { Disposable } from '../support/disposable';
import { Emitter } from '../support/emitter';
import type { Log } from '../support/log';
import type { Event } from './event';

/** The live stream of everything that happens, durable or not, in the order it happened here. */
export class Bus {
  readonly #events: Emitter<Event>;

  constructor(log: Log) {
    this.#events = new Emitter(error => log.error('A listener of the bus failed', { error: String(error) }));
  }

  publish(event: Event): void {
    this.#events.fire(event);
  }

  subscribe(listener: (event: Event) => void): Disposable {
    return this.#events.event(listener);
  }
}
