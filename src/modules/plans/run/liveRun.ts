import { coordinationError } from '../../../core/coordination/coordinationError';
import type { Operation } from '../../../core/operations/operation';
import type { Clock, Instant } from '../../../core/support/clock';
import type { Disposable } from '../../../core/support/disposable';
import type { Json } from '../../../core/support/json';
import type { Random } from '../../../core/support/random';
import { Refusal } from '../../../core/support/refusal';
import { Engine } from '../engine/engine';
import type { Status } from '../engine/nodeState';
import type { Task } from '../tree/planNode';
import type { LeafCalls } from './leafCalls';
import { nodeAt, nodesOf } from './nodeAt';
import type { LeafStart, RunEnd, Step } from './planFacts';
import type { PlanRun } from './planRun';
import { RunLeaves } from './runLeaves';
import { type Queued, Scheduler, type SchedulerEvent, type SchedulerNews } from './scheduler';
import { StepLog } from './stepLog';

/** Calls that one run makes at most: a loop without end ends here (chosen here). */
const MAX_CALLS = 10_000;
/** Ticks of one run at most (chosen here). */
const MAX_TICKS = 100_000;
/** After so many ticks, or milliseconds of them, everything else gets its turn. */
const BATCH_TICKS = 12;
const BATCH_MS = 24;

/** What a live run stands on. */
export interface LiveRunParts {
  readonly run: PlanRun;
  readonly clock: Clock;
  readonly random: Random;
  readonly shared: (key: string) => Json | undefined;
  readonly calls: (parts: {
    readonly operation: Operation;
    readonly onEnd: ConstructorParameters<typeof LeafCalls>[0]['onEnd'];
  }) => LeafCalls;
  /** Puts steps into the journal. @throws {Refusal} E-PLAN-STATE where another program has taken the run over */
  readonly record: (steps: readonly Step[], end?: RunEnd) => Promise<void>;
  /** Tells of an event that the scheduler took. */
  readonly told: (kind: 'scheduler_event_enqueued' | 'scheduler_tick_result', news: SchedulerNews) => void;
}

/** Drives one run: ticks it whenever something happened, records each step, then does what the step asks for. */
export class LiveRun {
  readonly #parts: LiveRunParts;
  readonly #engine: Engine;
  readonly #leaves: RunLeaves;
  readonly #scheduler = new Scheduler();
  readonly #log: StepLog;
  #wake = Promise.withResolvers<void>();
  #tickingMs = 0;
  /** Ticks that changed nothing are counted with the next one that does. */
  #ticks = 0;
  #loops = 0;
  #calls: LeafCalls | undefined;
  #isLeft = false;
  /** Steps could not be recorded where nobody waited for it. */
  #hasFailed = false;

  constructor(parts: LiveRunParts) {
    this.#parts = parts;
    const { run } = parts;
    this.#engine = new Engine(nodesOf(run.tree), [...run.nodes]);
    this.#leaves = new RunLeaves({
      run: () => parts.run,
      shared: parts.shared,
      now: () => parts.clock.now(),
    });
    this.#log = new StepLog({
      clock: parts.clock,
      record: parts.record,
      settled: lacking => this.#leaves.settled(lacking),
      failed: () => {
        this.#hasFailed = true;
        this.poke();
      },
    });
  }

  /** Whether what agents share can change what the tree does. */
  get hasConditions(): boolean {
    return this.#engine.nodes.some(({ node: { type } }) => type === 'condition' || type === 'guard');
  }

  /** How often the interval of a reactive run came round. */
  get loops(): number {
    return this.#loops;
  }

  /** Runs until the end. `again`: calls that were under way when an earlier program ended. @throws what ends it otherwise */
  async drive(operation: Operation, again: readonly LeafStart[] = []): Promise<void> {
    const calls = this.#parts.calls({
      operation,
      onEnd: end => {
        if (!this.#leaves.end(end)) return;
        const { node_id: node, id, tool } = nodeAt(this.#parts.run, end.leaf) as Task;
        this.happened({
          type: 'taskDone',
          node: id ?? node ?? tool,
          isSuccess: end.isSuccess,
          durationMs: 0,
        });
      },
    });
    this.#calls = calls;
    const onAbort = (): void => this.#wake.resolve();
    operation.signal.addEventListener('abort', onAbort, { once: true });
    const interval = this.#everyTick();
    try {
      // It may have been cancelled before it goes on.
      if (!operation.signal.aborted) for (const start of again) this.#start(start);
      this.happened({ type: 'taskReady', node: this.#parts.run.tree.id });
      for (;;) {
        await this.#whileHeld(operation);
        const status = await this.#step();
        if (status !== 'running') return;
        await this.#nextWake();
      }
    } catch (error) {
      const why = operation.signal.aborted ? gaveUp(operation) : error;
      if (!this.#isLeft) await this.#end(endOf(why, this.#parts.run));
      throw why;
    } finally {
      interval.dispose();
      this.#log.dispose();
      operation.signal.removeEventListener('abort', onAbort);
    }
  }

  /** Lets it be, unfinished: the program ends, and another one goes on with it. */
  leave(): void {
    this.#isLeft = true;
  }

  /** Something happened that may change what the tree does. */
  happened(event: SchedulerEvent): void {
    if (this.#parts.run.mode === 'reactive') {
      const before = this.#scheduler.pending;
      const queued = this.#scheduler.add(event, this.#parts.clock.now());
      this.#tell('scheduler_event_enqueued', queued, queued.base, before);
    }
    this.#wake.resolve();
  }

  /** Looks again whether it may go on. */
  poke(): void {
    this.#wake.resolve();
  }

  /** While it is paused, what comes of calls under way is recorded all the same. */
  async #whileHeld(operation: Operation): Promise<void> {
    while (operation.state === 'paused') {
      if (this.#leaves.hasNews) await this.#record(0);
      await this.#log.flush();
      const resumed = operation.checkpoint();
      resumed.catch(() => undefined); // The loop below says why.
      await Promise.race([resumed, this.#woken()]);
    }
    operation.signal.throwIfAborted();
  }

  async #step(): Promise<Status> {
    const { clock, random, run } = this.#parts;
    if (this.#hasFailed) await this.#log.flush();
    this.#hasFailed = false;
    requireTime(run, clock.now());
    const startedMs = clock.monotonicMs();
    let status: Status = 'running';
    let ticks = 0;
    do {
      this.#take();
      status = this.#engine.tick({ now: clock.now(), leaves: this.#leaves, random });
      ticks += 1;
    } while (
      status === 'running' &&
      (this.#engine.isAwake || this.#scheduler.pending > 0) &&
      ticks < BATCH_TICKS &&
      clock.monotonicMs() - startedMs < BATCH_MS
    );
    this.#tickingMs += clock.monotonicMs() - startedMs;
    this.#ticks += ticks;
    this.#requireBudget();
    const { failedAt } = this.#engine;
    const end = endOf(status, run);
    await this.#record(this.#ticks, end && failedAt !== undefined ? { ...end, failedAt } : end);
    return status;
  }

  /**
   * Records what changed, then starts and stops what the ticks asked for. What only reads does not wait for the disk: a crash
   * that loses it has it read again.
   */
  async #record(ticks: number, end?: RunEnd): Promise<void> {
    const nodes = this.#engine.takeChanges();
    const taken = this.#leaves.take();
    const { ended, began, halted } = taken;
    const isNews = end !== undefined || [nodes, ended, began, halted].some(({ length }) => length > 0);
    if (!isNews) return;
    this.#log.add({ at: this.#parts.clock.now(), ticks, nodes, ...taken });
    this.#ticks -= ticks;
    const mayBeLost = end === undefined && halted.length === 0 && [...ended, ...began].every(this.#onlyReads);
    if (!mayBeLost) await this.#log.flush(end);
    for (const leaf of halted) this.#calls?.stop(leaf);
    for (const start of began) this.#start(start);
  }

  readonly #onlyReads = ({ leaf }: Pick<LeafStart, 'leaf'>): boolean => {
    const { tool } = nodeAt(this.#parts.run, leaf) as Task;
    return tool === 'noop' || tool === 'abort' || this.#calls?.onlyReads(tool) === true;
  };

  #start(start: LeafStart): void {
    const task = nodeAt(this.#parts.run, start.leaf) as Task;
    if (task.tool !== 'wait' && this.#leaves.isRunning(start)) this.#calls?.start(task.tool, start);
  }

  /** Stops everything and records the end. */
  async #end(end: RunEnd): Promise<void> {
    const { clock, random } = this.#parts;
    this.#engine.halt({ now: clock.now(), leaves: this.#leaves, random });
    await this.#record(this.#ticks, end);
  }

  async #nextWake(): Promise<void> {
    const { clock, run } = this.#parts;
    if (this.#engine.isAwake || this.#scheduler.pending > 0) {
      // A tree that never rests leaves room for everything else.
      await new Promise<void>(resolve => clock.after(0, resolve));
      return;
    }
    const times = [this.#engine.wakesAt, run.deadline ?? undefined].filter(time => time !== undefined);
    const timer =
      times.length === 0
        ? undefined
        : clock.after(Math.max(0, Math.min(...times) - clock.now()), () => this.poke());
    await this.#woken();
    timer?.dispose();
  }

  async #woken(): Promise<void> {
    await this.#wake.promise;
    this.#wake = Promise.withResolvers();
  }

  #take(): void {
    const next = this.#scheduler.next(this.#parts.clock.now());
    if (next === undefined) return;
    this.#tell('scheduler_tick_result', next.queued, next.priority, this.#scheduler.pending + 1);
  }

  #tell(
    kind: 'scheduler_event_enqueued' | 'scheduler_tick_result',
    { event, base, enqueuedAt, sequence }: Queued,
    priority: number,
    before: number,
  ): void {
    const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
    this.#parts.told(kind, {
      event_type: event.type,
      msg: kind,
      pending_before: before,
      pending: this.#scheduler.pending,
      pending_after: this.#scheduler.pending,
      base_priority: rounded(base),
      priority: rounded(priority),
      enqueued_at: enqueuedAt,
      sequence,
      ticks: this.#allTicks,
    });
  }

  #everyTick(): Disposable {
    const { clock, run } = this.#parts;
    const { tickMs } = run;
    if (tickMs === null) return { dispose: () => undefined };
    let timer = { dispose: (): void => undefined };
    const next = (): void => {
      timer = clock.after(tickMs, () => {
        this.#loops += 1;
        this.happened({ type: 'taskReady', node: run.tree.id });
        next();
      });
    };
    next();
    return { dispose: () => timer.dispose() };
  }

  get #allTicks(): number {
    return this.#parts.run.ticks + this.#log.ticks + this.#ticks;
  }

  #requireBudget(): void {
    const { budgetMs } = this.#parts.run;
    const [what, limit] =
      this.#leaves.calls > MAX_CALLS
        ? (['calls', MAX_CALLS] as const)
        : this.#allTicks > MAX_TICKS
          ? (['ticks', MAX_TICKS] as const)
          : budgetMs !== null && this.#tickingMs > budgetMs
            ? (['milliseconds of ticking', budgetMs] as const)
            : [];
    if (what === undefined) return;
    throw coordinationError('E-PLAN-BUDGET', {
      message: `The run used up its budget of ${limit} ${what}.`,
      details: { limit, what },
    });
  }
}

function requireTime({ deadline }: PlanRun, now: Instant): void {
  if (deadline === null || now < deadline) return;
  throw coordinationError('E-PLAN-TIMEOUT', { message: 'The run took longer than its timeout_ms.' });
}

/** Why its caller waits no longer: a client may say it in words of its own. */
function gaveUp({ signal: { reason } }: Operation): Refusal {
  return Refusal.is(reason, 'cancelled') ? reason : new Refusal('cancelled', 'Its caller gave up.');
}

/** What ends a run with this; undefined where it goes on. */
function endOf(outcome: Status, run: PlanRun): RunEnd | undefined;
function endOf(outcome: unknown, run: PlanRun): RunEnd;
function endOf(outcome: unknown, { cancel }: PlanRun): RunEnd | undefined {
  if (outcome === 'running') return undefined;
  if (outcome === 'success') return { state: 'done', failure: null };
  if (outcome === 'failure') return { state: 'failed', failure: null };
  const isCancelled = Refusal.is(outcome, 'cancelled');
  if (cancel !== null || isCancelled) {
    const message =
      cancel?.reason ?? (cancel === null && isCancelled ? outcome.message : 'It was cancelled.');
    return { state: 'cancelled', failure: { code: 'E-CANCEL-PLAN', message } };
  }
  if (Refusal.is(outcome))
    return { state: 'failed', failure: { code: outcome.code, message: outcome.message } };
  return {
    state: 'failed',
    failure: { code: 'E-PLAN-UNEXPECTED', message: 'The run failed inside Switchyard.' },
  };
}
