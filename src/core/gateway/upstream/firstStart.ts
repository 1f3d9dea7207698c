import { prepareScan } from '../../trust/scanTool';
import type { Clock } from '../../support/clock';
import { type Disposable, disposable } from '../../support/disposable';
import type { UpstreamConnector } from './upstream';

/** How long after a client came, in milliseconds (chosen here): what it asks at once goes first, and no model is so fast. */
const QUIET_MS = 150;

/** Readies what the first start of a server needs, once, while nobody waits for it: some 30 ms of work. */
export class FirstStart implements Disposable {
  readonly #clock: Clock;
  readonly #connector: UpstreamConnector;
  #isReady = false;
  #timer: Disposable = disposable(() => {});

  constructor(clock: Clock, connector: UpstreamConnector) {
    this.#clock = clock;
    this.#connector = connector;
  }

  /** A client has come. */
  prepareSoon(): void {
    if (this.#isReady) return;
    this.#timer.dispose();
    this.#timer = this.#clock.after(QUIET_MS, () => this.prepare());
  }

  /** A server is coming up: its own start takes longer than this. */
  prepare(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    prepareScan();
    void this.#connector.prepare?.(); // Never rejects.
  }

  dispose(): void {
    this.#timer.dispose();
    this.#isReady = true;
  }
}
