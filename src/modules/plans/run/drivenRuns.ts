import { tell } from '../../../core/coordination/tell';
import type { Operation, Outcome } from '../../../core/operations/operation';
import type { ModuleParts } from '../../../core/resources/joinedModule';
import type { Json } from '../../../core/support/json';
import { Refusal } from '../../../core/support/refusal';
import { type CallsFor, LeafCalls } from './leafCalls';
import { LiveRun } from './liveRun';
import type { OpenRounds } from './openRounds';
import type { LeafStart, RunEnd, Step } from './planFacts';
import type { PlanRun } from './planRun';
import type { SchedulerEvent } from './scheduler';

/** What the runs of this program stand on. */
export interface DrivenRunsParts extends Pick<
  ModuleParts,
  'bus' | 'clock' | 'doors' | 'log' | 'operations' | 'random' | 'toolbox'
> {
  /** The run as the journal has it now. */
  readonly known: (id: string) => PlanRun | undefined;
  readonly rounds: () => OpenRounds | undefined;
  /** Puts steps of a run into the journal. @throws {Refusal} E-PLAN-STATE where another program has taken the run over */
  readonly record: (run: PlanRun, steps: readonly Step[], end?: RunEnd) => Promise<void>;
}

interface Driven {
  readonly run: LiveRun;
  readonly operation: Operation;
  readonly over: Promise<void>;
}

/** The runs that this program drives. */
export class DrivenRuns {
  readonly #parts: DrivenRunsParts;
  readonly #driven = new Map<string, Driven>();

  constructor(parts: DrivenRunsParts) {
    this.#parts = parts;
  }

  has(id: string): boolean {
    return this.#driven.has(id);
  }

  /** Resolves when a run has ended, or is nothing of this program's any more. */
  async over(id: string): Promise<void> {
    await this.#driven.get(id)?.over;
  }

  /** How often the interval of a reactive run comes round, asked when it is over. */
  loopsOf(id: string): () => number {
    const run = this.#driven.get(id)?.run;
    return () => run?.loops ?? 0;
  }

  /**
   * Drives a run to its end. Never rejects.
   * @param operation the call that waits for it; without one, the run is an operation of its own
   * @param again calls that were under way when an earlier program ended
   */
  async drive(
    run: PlanRun,
    options: CallsFor['options'],
    operation: Operation | undefined,
    again: readonly LeafStart[],
  ): Promise<void> {
    const live = this.#liveRun(run, options);
    const driven = async (own: Operation): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#driven.set(run.id, { run: live, operation: own, over: promise });
      this.obey(run.id);
      try {
        await live.drive(own, again);
      } finally {
        this.#driven.delete(run.id);
        resolve();
        const { state, failure } = this.#parts.known(run.id) ?? run;
        if (state === 'cancelled')
          own.comesTo({ state, reason: failure?.message ?? 'The plan was cancelled.' });
      }
    };
    try {
      if (operation !== undefined) return await driven(operation);
      const { session } = run.caller;
      const name = `plan ${run.tree.id}`;
      await this.#parts.operations.run({ kind: 'task', name, session, id: run.opId }, driven, () =>
        outcomeOf(run),
      );
    } catch (error) {
      // What ended it is in the journal, where it could be written.
      if (!Refusal.is(error))
        this.#parts.log.error('A plan failed', { error: error instanceof Error ? error.name : 'unknown' });
    }
  }

  /** Does with a run what people and agents decided about it, here or in another program. */
  obey(id: string): void {
    const driven = this.#driven.get(id);
    const run = this.#parts.known(id);
    if (driven === undefined || run === undefined) return;
    const { operations } = this.#parts;
    const { operation } = driven;
    if (run.cancel !== null)
      operations.cancel(operation, {
        by: run.cancel.by,
        ...(run.cancel.reason === null ? {} : { reason: run.cancel.reason }),
      });
    else if (run.state === 'paused') operations.pause(operation);
    else if (operation.state === 'paused') operations.resume(operation);
    driven.run.poke();
  }

  /** Something that agents share changed: runs whose tree looks at it have another look. */
  happened(event: SchedulerEvent): void {
    for (const { run } of this.#driven.values()) if (run.hasConditions) run.happened(event);
  }

  /** Leaves every run unfinished: the program ends, and another one goes on with them. */
  leaveAll(): void {
    for (const { run } of this.#driven.values()) run.leave();
  }

  #liveRun(run: PlanRun, options: CallsFor['options']): LiveRun {
    const { bus, clock, doors, random, toolbox, known, rounds, record } = this.#parts;
    const { caller, id } = run;
    return new LiveRun({
      // Another object once the journal was read anew.
      get run() {
        return known(id) ?? run;
      },
      clock,
      random,
      shared: (key): Json | undefined => doors().blackboard.peek(key),
      calls: ({ operation, onEnd }) =>
        new LeafCalls({
          run: id,
          caller,
          operation,
          options,
          toolbox,
          blackboard: () => doors().blackboard,
          rounds,
          onEnd,
        }),
      record: async (steps, end) => await record(run, steps, end),
      told: (kind, payload) =>
        tell(
          { bus, clock },
          { cat: 'scheduler', kind, level: 'debug', payload },
          { session: caller.session, run_id: id, op_id: run.opId },
        ),
    });
  }
}

function outcomeOf({ state, failure }: PlanRun): Outcome {
  if (state === 'failed') return { state: 'failed', code: failure?.code ?? 'E-PLAN-FAILED' };
  return { state: 'succeeded' };
}
