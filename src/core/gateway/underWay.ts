import type { ServerId } from '../../shared/ids';
import { untilAborted } from '../support/abort';
import type { Clock } from '../support/clock';
import type { Disposable } from '../support/disposable';
import { Refusal } from '../support/refusal';
import type { ActivationReport } from './activationReport';
import type { Session } from './sessions/sessions';

/**
 * How long a client that hears nothing meanwhile is kept waiting for a start, in milliseconds: clients of the SDKs give a call up after
 * 60 s. A first download takes longer than that, and giving the call up would end it.
 */
const PATIENCE_MS = 45_000;

/** An activation that is under way, and who waits for it. */
export class UnderWay {
  readonly #server: ServerId;
  readonly #ending = new AbortController();
  readonly #starting = Promise.withResolvers<void>();
  readonly #outcome: Promise<ActivationReport>;

  /** `work` says when nobody has to be asked any more and the server starts. */
  constructor(
    server: ServerId,
    work: (signal: AbortSignal, starts: () => void) => Promise<ActivationReport>,
  ) {
    this.#server = server;
    this.#outcome = work(this.#ending.signal, this.#starting.resolve);
    this.#outcome.catch(() => undefined); // It may be that nobody waits any more.
  }

  /** Ends it, whoever waits. */
  end(reason: unknown): void {
    this.#ending.abort(reason);
  }

  /** Waits as the one who asked first: when they leave, it ends, unless they were told that it goes on. */
  async first(signal: AbortSignal, patience: Clock | undefined): Promise<ActivationReport> {
    const onAbort = (): void => this.end(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.#within(patience);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Waits beside whoever asked first. */
  async beside(signal: AbortSignal, patience: Clock | undefined): Promise<ActivationReport> {
    return await untilAborted(this.#within(patience), signal);
  }

  /** Waits for the outcome; with a clock, no longer than clients do. @throws {Refusal} still-starting */
  async #within(patience: Clock | undefined): Promise<ActivationReport> {
    if (patience === undefined) return await this.#outcome;
    const late = Promise.withResolvers<never>();
    let timer: Disposable | undefined;
    let isOver = false;
    void this.#starting.promise.then(() => {
      if (isOver) return;
      timer = patience.after(PATIENCE_MS, () => late.reject(stillStarting(this.#server)));
    });
    try {
      return await Promise.race([this.#outcome, late.promise]);
    } finally {
      isOver = true;
      timer?.dispose();
    }
  }
}

/** Activations under way, by session: asking twice for the same is asking once. */
export class ActivationsUnderWay {
  readonly #bySession = new WeakMap<Session, Map<ServerId, UnderWay>>();

  find(session: Session, server: ServerId): UnderWay | undefined {
    return this.#bySession.get(session)?.get(server);
  }

  /** Begins one. `work` is told how many others of the session are under way. */
  begin(
    session: Session,
    server: ServerId,
    work: (others: number, signal: AbortSignal, starts: () => void) => Promise<ActivationReport>,
  ): UnderWay {
    const all = this.#bySession.get(session) ?? new Map<ServerId, UnderWay>();
    this.#bySession.set(session, all);
    const others = all.size;
    const begun = new UnderWay(server, (signal, starts) =>
      work(others, signal, starts).finally(() => all.delete(server)),
    );
    all.set(server, begun);
    return begun;
  }
}

function stillStarting(server: ServerId): Refusal {
  return new Refusal(
    'still-starting',
    `"${server}" is still starting after ${PATIENCE_MS / 1_000} s, as it may if its package is downloaded first. The start goes on. ` +
      `Call mcp_activate with name "${server}" again to wait for it, or mcp_deactivate to end it.`,
    { server },
  );
}
