import { prepareScan } from '../../trust/scanTool';
import type { Clock } from '../../support/clock';
import { type Disposable, disposable } from '../../support/disposable';
import type { UpstreamConnector } from './upstream';

/** How long after a client came, in milliseconds (chosen here): what it asks at once goes first, and no model is so fast. */
const QUIET_MS = 150;

/** Who takes part in the first start of a server. */
export interface FirstStartParts {
  readonly clock: Clock;
  readonly connector: UpstreamConnector;
  /** Activates a server that is not there, by the code that activates real ones. Never rejects. */
  readonly rehearse?: () => Promise<void>;
}

type Parts = Omit<FirstStartParts, 'connector'> & { readonly connector: Pick<UpstreamConnector, 'prepare'> };

/** Readies what the first start of a server needs, once, while nobody waits for it: some 50 ms of work. */
export class FirstStart implements Disposable {
  readonly #parts: Parts;
  #isReady = false;
  #timer: Disposable = disposable(() => {});

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A client has come. */
  prepareSoon(): void {
    if (this.#isReady) return;
    this.#timer.dispose();
    this.#timer = this.#parts.clock.after(QUIET_MS, () => this.prepare());
  }

  /** A server is coming up: its own start takes longer than this. */
  prepare(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    prepareScan();
    this.#parts.connector.prepare?.();
    void this.#parts.rehearse?.();
  }

  dispose(): void {
    this.#timer.dispose();
    this.#isReady = true;
  }
}
