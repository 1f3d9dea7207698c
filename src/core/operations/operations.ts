import type { SessionId } from '../../shared/ids';
import type { Bus } from '../journal/bus';
import type { Clock } from '../support/clock';
import type { Disposable } from '../support/disposable';
import type { IdSource } from '../support/ids';
import { Refusal } from '../support/refusal';
import { Operation, type OperationSpec, type Outcome } from './operation';

/** Operations that are over and can still be asked for; the oldest go first (chosen here). */
const MAX_ENDED = 256;

/**
 * A call is told of on the bus once it has run for so long, in milliseconds: who follows the events could do something about it,
 * and does not drown in those that are over at once (chosen here).
 */
const TOLD_AFTER_MS = 1_000;

interface OperationsParts {
  readonly clock: Clock;
  readonly bus: Bus;
  readonly ids: IdSource;
}

/** Who cancels, and why. */
export interface Cancellation {
  readonly by: 'agent' | 'person';
  /** In the words of whoever cancels; one line. */
  readonly reason?: string;
}

/** All that is being done in this program, as a tree, and the newest of what was. Not kept: it ends with the program. */
export class Operations implements Disposable {
  readonly #parts: OperationsParts;
  readonly #running = new Set<Operation>();
  /** Those of them that the bus was told of. */
  readonly #told = new Set<Operation>();
  readonly #ended: Operation[] = [];
  #telling: Disposable | undefined;

  constructor(parts: OperationsParts) {
    this.#parts = parts;
  }

  /** Runs something as an operation. `outcomeOf` says what its result means, unless the work does (`comesTo`); any result is a success where it is left out. */
  async run<Result>(
    spec: OperationSpec,
    work: (operation: Operation) => Promise<Result>,
    outcomeOf: (result: Result) => Outcome = () => ({ state: 'succeeded' }),
  ): Promise<Result> {
    const operation = this.#begin(spec);
    try {
      // One that is a part of a paused one does not begin.
      if (operation.parent !== undefined) await operation.checkpoint();
      const result = await work(operation);
      this.#end(operation, operation.cameTo ?? trueOutcome(operation, outcomeOf(result)));
      return result;
    } catch (error) {
      this.#end(operation, trueOutcome(operation, { state: 'failed', code: codeOf(error) }));
      throw error;
    }
  }

  /** What runs, the oldest first; of one session where it is given. */
  running(session?: SessionId): readonly Operation[] {
    return [...this.#running].filter(operation => session === undefined || operation.session === session);
  }

  /** What is over, the newest first; of one session where it is given. */
  ended(session?: SessionId): readonly Operation[] {
    return this.#ended
      .slice(-MAX_ENDED)
      .filter(operation => session === undefined || operation.session === session)
      .toReversed();
  }

  /** Those of this id that run; if there are none, the newest that is over. Ids that callers chose may be there more than once. */
  find(id: string, session?: SessionId): readonly Operation[] {
    const running = this.running(session).filter(operation => operation.id === id);
    if (running.length > 0) return running;
    return this.ended(session)
      .filter(operation => operation.id === id)
      .slice(0, 1);
  }

  /** Cancels an operation and all below it. Returns at once: `operation.state` says when it is over. False where it was told to stop before. */
  cancel(operation: Operation, cancellation: Cancellation): boolean {
    if (operation.outcome !== undefined || operation.signal.aborted) return false;
    this.#tell(operation, 'operationCancelRequested', { by: cancellation.by });
    void operation.cancel(cancelled(operation, cancellation));
    return true;
  }

  /** Holds an operation and all below it before their next step. False where that changes nothing. */
  pause(operation: Operation): boolean {
    const isPaused = operation.pause();
    if (isPaused) this.#tell(operation, 'operationPaused');
    return isPaused;
  }

  /** Lets an operation go on. False where that changes nothing. */
  resume(operation: Operation): boolean {
    const isResumed = operation.resume();
    if (isResumed) this.#tell(operation, 'operationResumed');
    return isResumed;
  }

  dispose(): void {
    this.#telling?.dispose();
    for (const operation of this.#running)
      void operation.cancel(
        new Refusal('cancelled', `"${operation.name}" was cancelled: Switchyard is shutting down.`),
      );
  }

  #begin(spec: OperationSpec): Operation {
    const { clock, ids } = this.#parts;
    const operation = new Operation({
      ...spec,
      startedAt: clock.now(),
      startedMs: clock.monotonicMs(),
      ids,
    });
    this.#running.add(operation);
    this.#telling ??= clock.after(TOLD_AFTER_MS, () => this.#tellOfLongOnes());
    return operation;
  }

  #end(operation: Operation, outcome: Outcome): void {
    operation.end(outcome);
    this.#running.delete(operation);
    this.#ended.push(operation);
    // All too old ones at once: to take the first of many away moves the others.
    if (this.#ended.length > 2 * MAX_ENDED) this.#ended.splice(0, MAX_ENDED);
    if (!this.#told.delete(operation)) return;
    const code = outcome.state === 'failed' ? { code: outcome.code } : {};
    this.#publish(operation, 'operationEnded', { outcome: outcome.state, ...code });
  }

  #tellOfLongOnes(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    const untold = this.running().filter(operation => !this.#told.has(operation));
    const isDue = ({ startedMs }: Operation): boolean => nowMs - startedMs >= TOLD_AFTER_MS;
    for (const operation of untold.filter(isDue)) this.#tellBegun(operation);
    const next = untold.find(operation => !isDue(operation));
    this.#telling =
      next && this.#parts.clock.after(next.startedMs + TOLD_AFTER_MS - nowMs, () => this.#tellOfLongOnes());
  }

  #tellBegun(operation: Operation): void {
    if (this.#told.has(operation)) return;
    this.#told.add(operation);
    this.#publish(operation, 'operationStarted', {
      operationKind: operation.kind,
      parent: operation.parent?.id,
    });
  }

  /** Who hears of something about an operation has heard that it began. */
  #tell(operation: Operation, kind: string, more: Readonly<Record<string, unknown>> = {}): void {
    this.#tellBegun(operation);
    this.#publish(operation, kind, more);
  }

  #publish(operation: Operation, kind: string, more: Readonly<Record<string, unknown>>): void {
    const { name, id, session } = operation;
    this.#parts.bus.publish({
      seq: null,
      ts: this.#parts.clock.now(),
      stream: 'operation',
      kind,
      cat: 'operation',
      level: 'info',
      session,
      op_id: id,
      payload: { name, ...more },
      v: 1,
    });
  }
}

function cancelled({ name }: Operation, { by, reason }: Cancellation): Refusal {
  const who = by === 'person' ? 'the user' : 'op_cancel';
  const why = reason === undefined ? '' : ` (${reason})`;
  return new Refusal(
    'cancelled',
    `"${name}" was cancelled by ${who}${why}. Work already done is not undone.`,
    { by, ...(reason === undefined ? {} : { reason }) },
  );
}

/** What fails once it was told to stop was cancelled. What succeeds all the same has succeeded. */
function trueOutcome({ signal }: Operation, outcome: Outcome): Outcome {
  const isCancelled = outcome.state === 'failed' && signal.aborted;
  return isCancelled ? { state: 'cancelled', reason: reasonOf(signal.reason) } : outcome;
}

function codeOf(error: unknown): string {
  return Refusal.is(error) ? error.code : 'internal';
}

function reasonOf(reason: unknown): string {
  return Refusal.is(reason) ? reason.message : 'Its caller gave up.';
}
