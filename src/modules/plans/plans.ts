import { coordinationError } from '../../core/coordination/coordinationError';
import { commitOnce, type Done, type Once, readShared } from '../../core/coordination/once';
import type { Caller } from '../../core/gateway/sessions/sessions';
import type { Operation } from '../../core/operations/operation';
import type { Event } from '../../core/journal/event';
import type { ModuleParts } from '../../core/resources/joinedModule';
import { type Disposable, DisposableStore } from '../../core/support/disposable';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import { notFound, plansDomain } from './plansDomain';
import { againSpec } from './run/againSpec';
import { approvedTools } from './run/approvedTools';
import { checkTools, toolRefusal } from './run/checkTools';
import { DrivenRuns } from './run/drivenRuns';
import type { CallsFor } from './run/leafCalls';
import type { PlanFact, PlanWish, Verdicts } from './run/planFacts';
import { hasEnded, type PlanRun, type RunSpec } from './run/planRun';
import { interrupted, verdictOf } from './run/restart';
import type { OpenRounds } from './run/openRounds';
import { type GivenImpacts, guarded } from './run/valueGuard';
import { boardEvent } from './run/boardEvent';

/** Runs that a crash cut short are looked for this long after the start, in milliseconds (chosen here). */
const RESUME_AFTER_MS = 1_000;

/** What goes along with a run. */
export interface RunOptions {
  readonly options: CallsFor['options'];
  /** The call that waits for it: the run ends with it. Left out: it runs by itself. */
  readonly operation?: Operation;
  readonly once?: Once | undefined;
  /** So many runs there must be room for: this one, and those that follow it. */
  readonly room?: number;
}

/** A run that began, now or when it was first asked for. */
export interface StartedRun {
  readonly id: string;
  readonly isReplay: boolean;
  /** Resolves when it has ended or been left; never rejects. */
  readonly over: Promise<void>;
}

/** The one door to plans: starts runs, and pauses, resumes and cancels them wherever they run. */
export class Plans implements Disposable {
  readonly #parts: ModuleParts;
  /** Made once: a run looks at its state many times with each call. */
  readonly #door;
  readonly #driven: DrivenRuns;
  readonly #owned = new DisposableStore();
  /** The next look for runs whose program has gone. */
  #looking: Disposable | undefined;
  /** Runs that are being resumed: nobody drives them yet. */
  readonly #resuming = new Set<string>();
  #isDisposed = false;
  #takingOver: Promise<void> | undefined;
  #rounds: OpenRounds | undefined;

  constructor(parts: ModuleParts) {
    this.#parts = parts;
    this.#door = { ...parts, domain: plansDomain };
    this.#driven = new DrivenRuns({
      ...parts,
      known: id => this.#runs.get(id),
      rounds: () => this.#rounds,
      record: async (run, steps, end) => {
        const { own: program } = parts.livePrograms;
        const ended = end === undefined ? {} : { end };
        await this.#commit({ verb: 'step', run: run.id, program, steps, ...ended }, run);
      },
    });
    this.#owned.add(parts.bus.subscribe(event => this.#hear(event)));
    this.#resumeSoon();
  }

  /** Says what runs rounds of a model. Without it, leaves that are rounds are refused. */
  useRounds(open: OpenRounds): void {
    this.#rounds = open;
  }

  /** Every run that is known, the newest first. */
  all(): readonly PlanRun[] {
    return [...this.#runs.values()].toReversed();
  }

  /** @throws {Refusal} E-PLAN-NOT-FOUND */
  find(id: string): PlanRun {
    const run = this.#runs.get(id);
    if (run === undefined) throw notFound(id);
    return run;
  }

  /** The tools of a tree, and what stands in the way of a run. */
  async check(caller: Caller, tree: RunSpec['tree'], signal: AbortSignal) {
    return await checkTools({ ...this.#parts, rounds: this.#rounds }, caller, tree, signal);
  }

  /** Leaves that will fail by what is written in them. */
  async misfits(caller: Caller, tree: RunSpec['tree'], signal: AbortSignal) {
    const { checkInputs } = await import('./run/checkInputs');
    return [...(await checkInputs(this.#parts.toolbox, caller, tree, signal))];
  }

  /**
   * Starts a run.
   * @throws {Refusal} E-PLAN-TOOL, E-PLAN-LIMIT, E-VALUES-VIOLATION, E-IDEMPOTENCY-CONFLICT: then nothing was run
   */
  async start(
    {
      impacts,
      threshold,
      ...given
    }: Omit<RunSpec, 'id' | 'servers' | 'values'> & GivenImpacts & { readonly id?: string },
    { options, operation, once, room }: RunOptions,
    signal: AbortSignal,
  ): Promise<StartedRun> {
    const spec = { ...given, ...guarded(this.#parts.doors().values, { impacts, threshold }) };
    const { tools, problems } = await this.check(spec.caller, spec.tree, signal);
    if (problems.length > 0) throw toolRefusal(problems);
    const approved = await approvedTools(this.#parts, spec, tools, options, signal);
    const servers = new Set(tools.flatMap(({ server }) => server ?? []));
    const reads = new Set(tools.filter(({ onlyReads }) => onlyReads).map(({ tool }) => tool));
    const id = spec.id ?? this.#parts.ids.next();
    const wish = {
      verb: 'start',
      spec: { ...spec, id, servers: [...servers] },
      program: this.#parts.livePrograms.own,
      ...(room === undefined ? {} : { room }),
    } as const;
    const { facts, isReplay } = await this.#commit(wish, spec, once);
    const started = facts.find(fact => fact.type === 'plan_started');
    if (started === undefined) throw new Error('Starting a run gave no fact.');
    if (isReplay) return { id: started.run, isReplay, over: this.over(started.run) };
    const run = this.find(started.run);
    return {
      id: run.id,
      isReplay,
      over: this.#driven.drive(run, { ...options, approved, reads }, operation, []),
    };
  }

  /**
   * Runs the tree of a run that has ended once more, with its variables. `keeps`: calls that succeeded are not made again; their
   * last outputs are used. What is given beside that takes the place of the run's own.
   * @throws {Refusal} E-PLAN-NOT-FOUND, E-PLAN-STATE, E-PLAN-TOOL, E-PLAN-LIMIT: then nothing was run
   */
  async again(
    id: string,
    given: Pick<RunSpec, 'caller'> & Partial<RunSpec> & { readonly keeps: boolean },
    signal: AbortSignal,
    how: RunOptions = { options: {} },
  ): Promise<StartedRun> {
    const { keeps, ...own } = given;
    const { clock, ids } = this.#parts;
    const again = againSpec(this.find(id), keeps, clock.now());
    return await this.start({ opId: `plan_op_${ids.next()}`, ...again, ...own }, how, signal);
  }

  /** Goes on with runs whose program has ended since this one started: whoever asks for a run would wait for nobody. Never rejects. */
  async takeOver(): Promise<void> {
    this.#takingOver ??= this.#resumeLost().finally(() => (this.#takingOver = undefined));
    await this.#takingOver;
  }

  /** Resolves when a run has ended, or is nothing of this program's any more. */
  async over(id: string): Promise<void> {
    await this.#driven.over(id);
  }

  /** Waits for a run. Gives how often the interval of a reactive one came round. */
  async whenOver({ id, over }: StartedRun): Promise<number> {
    const loops = this.#driven.loopsOf(id);
    await over;
    return loops();
  }

  /** Holds a run: nothing new begins. @throws {Refusal} E-PLAN-NOT-FOUND, E-PLAN-COMPLETED */
  async pause(id: string, by: 'agent' | 'person'): Promise<PlanRun> {
    await this.#commit({ verb: 'pause', run: id, by });
    return this.find(id);
  }

  /**
   * Lets a run go on. `verdict`: what becomes of calls that a crash cut short.
   * @throws {Refusal} E-PLAN-NOT-FOUND, E-PLAN-COMPLETED, E-PLAN-STATE, and what the activation of a server refuses
   */
  async resume(id: string, verdict?: Verdicts, options: CallsFor['options'] = {}): Promise<PlanRun> {
    const run = this.find(id);
    if (this.#resuming.has(id)) throw stateError(run, 'The run is being resumed.', 'call plan_status');
    await this.#alone(id, async () => await this.#resume(run, verdict, options));
    return this.find(id);
  }

  /** Ends a run and all its calls. @throws {Refusal} E-PLAN-NOT-FOUND, E-PLAN-COMPLETED */
  async cancel(id: string, by: 'agent' | 'person', reason: string | null): Promise<PlanRun> {
    await this.#commit({ verb: 'cancel', run: id, by, reason });
    const runsElsewhere = await this.#runsElsewhere(this.find(id));
    if (!this.#driven.has(id) && !runsElsewhere && !hasEnded(this.find(id)))
      await this.#commit({
        verb: 'end',
        run: id,
        end: {
          state: 'cancelled',
          failure: { code: 'E-CANCEL-PLAN', message: reason ?? 'It was cancelled.' },
        },
      });
    return this.find(id);
  }

  /** Forgets a run that has ended, with its inputs and outputs. @throws {Refusal} E-PLAN-NOT-FOUND, E-PLAN-STATE */
  async forget(id: string): Promise<void> {
    const run = this.find(id);
    if (!hasEnded(run)) throw stateError(run, 'The run has not ended.', 'cancel it first');
    await this.#commit({ verb: 'forget', runs: [id] });
  }

  /** Hears of every change of a run, also of other programs', and of its end in the journal: `find` knows it no more then. */
  onDidChange(listener: (run: string) => void): Disposable {
    return this.#parts.bus.subscribe(({ stream, payload }) => {
      if (stream !== plansDomain.name) return;
      for (const run of [runIn(payload) ?? [], forgottenIn(payload)].flat()) listener(run);
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#looking?.dispose();
    this.#owned.dispose();
    this.#driven.leaveAll();
  }

  get #runs(): ReadonlyMap<string, PlanRun> {
    return readShared(this.#door, () => ({ runs: new Map() })).runs;
  }

  /** Whether another program, which is still there, runs it. */
  async #runsElsewhere({ program }: PlanRun): Promise<boolean> {
    const { livePrograms } = this.#parts;
    return program !== null && program !== livePrograms.own && !(await livePrograms.hasEnded(program));
  }

  /** What people and agents decided about a run, here or in another program, reaches it by way of the journal. */
  #hear({ stream, kind, payload }: Event): void {
    if (stream === plansDomain.name) {
      // The journal may have been out of reach at the start.
      if (kind === 'caughtUp') return this.#resumeSoon();
      const id = runIn(payload);
      if (id !== undefined && kind !== 'plan_stepped') this.#driven.obey(id);
      return;
    }
    const event = boardEvent(stream, payload);
    if (event !== undefined) this.#driven.happened(event);
  }

  #resumeSoon(): void {
    this.#looking?.dispose();
    this.#looking = this.#parts.clock.after(RESUME_AFTER_MS, () => void this.takeOver());
  }

  async #resume(run: PlanRun, verdict: Verdicts | undefined, options: CallsFor['options']): Promise<void> {
    const { id, program: from } = run;
    if (!hasEnded(run) && run.state !== 'paused' && this.#driven.has(id))
      throw stateError(run, 'The run is not paused.', 'call plan_status');
    if (run.waiting?.reason === 'interrupted' && verdict === undefined)
      throw stateError(run, run.waiting.message, 'pass interrupted: retry, success, or failure');
    const runsElsewhere = await this.#runsElsewhere(run);
    const program = runsElsewhere ? from : this.#parts.livePrograms.own;
    await this.#commit({
      verb: 'resume',
      run: id,
      program,
      from,
      ...(verdict === undefined ? {} : { verdict }),
    });
    if (!runsElsewhere && !this.#driven.has(id)) await this.#goOn(this.find(id), verdict, options);
  }

  /** Resumes a run while nobody else does. */
  async #alone(id: string, resume: () => Promise<void>): Promise<void> {
    this.#resuming.add(id);
    try {
      await resume();
    } finally {
      this.#resuming.delete(id);
    }
  }

  /** Goes on with runs whose program has ended. Never rejects. */
  async #resumeLost(): Promise<void> {
    const { livePrograms, log } = this.#parts;
    const lost = this.all().filter(
      ({ state, program }) => state === 'running' && program !== null && program !== livePrograms.own,
    );
    for (const { id, program: from } of lost.map(run => ({ ...run }))) {
      try {
        if (this.#isDisposed || !(await livePrograms.hasEnded(from ?? '')) || this.#resuming.has(id))
          continue;
        await this.#alone(id, async () => {
          await this.#commit({ verb: 'resume', run: id, program: livePrograms.own, from });
          await this.#goOn(this.find(id), undefined, {});
        });
      } catch (error) {
        log.warn('A plan could not be resumed', { code: Refusal.is(error) ? error.code : 'unknown' });
      }
    }
  }

  /** Goes on with a run that is this program's now, or has it wait for a word. */
  async #goOn(run: PlanRun, verdict: Verdicts | undefined, options: CallsFor['options']): Promise<void> {
    const { again, waiting } = await interrupted(this.#parts, run, verdict, options);
    const now = this.#runs.get(run.id);
    // It was cancelled meanwhile.
    if (now === undefined || hasEnded(now)) return;
    if (waiting !== null) {
      await this.#commit({ verb: 'pause', run: run.id, by: 'restart', waiting }, run);
      // It was paused when its program ended, so nobody had looked yet at what was under way.
      const isSaid = waiting.leaves.some(leaf =>
        ['success', 'failure'].includes(verdictOf(verdict, run, leaf) ?? ''),
      );
      if (isSaid) await this.#resume(this.find(run.id), verdict, options);
      return;
    }
    void this.#driven.drive(now, options, undefined, again);
  }

  async #commit(
    wish: PlanWish,
    about?: Pick<RunSpec, 'caller' | 'opId' | 'correlation'> & { readonly id?: string },
    once?: Once,
  ): Promise<Done<PlanFact>> {
    const id = 'run' in wish ? wish.run : wish.verb === 'start' ? wish.spec.id : undefined;
    const origin = {
      ...about?.correlation,
      ...(about === undefined ? {} : { session: about.caller.session, op_id: about.opId }),
      ...(id === undefined ? {} : { run_id: id }),
    };
    return await commitOnce(this.#door, once === undefined ? { wish } : { wish, once }, origin);
  }
}

function runIn(payload: unknown): string | undefined {
  const run = isRecord(payload) ? payload['run'] : undefined;
  return typeof run === 'string' ? run : undefined;
}

/** The runs that a fact forgets. */
function forgottenIn(payload: unknown): readonly string[] {
  const runs = isRecord(payload) ? payload['runs'] : undefined;
  return Array.isArray(runs) ? runs.filter(run => typeof run === 'string') : [];
}

function stateError(run: PlanRun, message: string, hint: string): Refusal {
  return coordinationError('E-PLAN-STATE', { message, hint, details: { run_id: run.id, state: run.state } });
}
