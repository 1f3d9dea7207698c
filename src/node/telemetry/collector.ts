import type { Clock } from '../../core/support/clock';
import type { Log } from '../../core/support/log';
import { DOCUMENT_LIMITS, guardedFetch } from '../net/guardedFetch';

/** How long a collector may take for a request, in milliseconds. */
const LIMIT_MS = 10_000;
/** The wait after a failure doubles up to this. */
const MAX_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
/** A failure is told at most so often. */
const TOLD_EVERY_MS = 60_000;
/** What may work later (OTLP 1.x, failures). */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Where telemetry goes. */
export interface CollectorPlace {
  /** Base address: `/v1/traces` and `/v1/metrics` are below it. */
  readonly url: string;
  /** Sent with each request: keys of a vendor. They come from no setting, and reach no log. */
  readonly headers: Readonly<Record<string, string>>;
}

/** `kept`: it may be tried again later. */
export type Delivery = 'taken' | 'kept' | 'refused';

/** A collector of OTLP over HTTP. It says once that it can't be reached, and once that it can again. */
export class Collector {
  readonly #place: CollectorPlace;
  readonly #net: ReturnType<typeof guardedFetch>;
  readonly #clock: Clock;
  readonly #log: Log;
  #pauseMs = 0;
  /** Whether the log says that it can't be reached. */
  #isTold = false;
  #silentUntilMs = 0;
  #notBeforeMs = 0;

  constructor(place: CollectorPlace, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#place = place;
    this.#net = guardedFetch({ approved: place.url, limits: DOCUMENT_LIMITS, isUsersOwn: true });
    this.#clock = clock;
    this.#log = log;
  }

  /** Whether it failed lately, and nothing is sent yet. */
  get isResting(): boolean {
    return this.#clock.monotonicMs() < this.#notBeforeMs;
  }

  /** Sends a document. Never rejects. */
  async send(
    path: '/v1/traces' | '/v1/metrics',
    body: string | Buffer,
    signal?: AbortSignal,
  ): Promise<Delivery> {
    const limit = AbortSignal.timeout(LIMIT_MS);
    try {
      const answer = await this.#net.fetch(`${this.#place.url.replace(/\/+$/, '')}${path}`, {
        method: 'POST',
        headers: { ...this.#place.headers, 'content-type': 'application/json' },
        body,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      await answer.body?.cancel();
      if (answer.ok) return this.#works();
      if (!RETRYABLE.has(answer.status))
        return this.#fails(`it answered with status ${answer.status}`, 'refused');
      return this.#fails(`it answered with status ${answer.status}`, 'kept');
    } catch {
      // Whatever stands in an error of the network, the user knows the address.
      return this.#fails('it could not be reached', 'kept');
    }
  }

  #works(): Delivery {
    if (this.#isTold) this.#log.info('The telemetry collector takes data again');
    this.#isTold = false;
    this.#pauseMs = 0;
    this.#notBeforeMs = 0;
    return 'taken';
  }

  #fails(why: string, delivery: Delivery): Delivery {
    const nowMs = this.#clock.monotonicMs();
    this.#pauseMs = Math.min(MAX_PAUSE_MS, this.#pauseMs === 0 ? FIRST_PAUSE_MS : 2 * this.#pauseMs);
    this.#notBeforeMs = nowMs + this.#pauseMs;
    if (this.#isTold || nowMs < this.#silentUntilMs) return delivery;
    this.#isTold = true;
    // One that comes and goes fills no log.
    this.#silentUntilMs = nowMs + TOLD_EVERY_MS;
    this.#log.warn(
      'Telemetry can’t be sent; calls are not affected. This is said once until it works again',
      {
        why,
      },
    );
    return delivery;
  }
}
