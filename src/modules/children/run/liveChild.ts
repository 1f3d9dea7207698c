import type { AgentMessage, AgentStream, GroupUse, PermissionAsk } from '../../../core/agents/agentLink';
import { oneLine } from '../../../core/catalog/entry/plainText';
import { tell } from '../../../core/coordination/tell';
import { personOf } from '../../../core/gateway/upstream/personOf';
import type { CallerClient } from '../../../core/gateway/upstream/upstream';
import type { EventLevel } from '../../../core/journal/event';
import type { Instant } from '../../../core/support/clock';
import { DisposableStore } from '../../../core/support/disposable';
import { Refusal } from '../../../core/support/refusal';
import type { SessionLimits } from '../../../core/toolbox/sessionLimits';
import type { SessionId } from '../../../shared/ids';
import {
  type Budget,
  type Child,
  type ChildSpec,
  type ChildState,
  type FinalMessage,
  hasEnded,
  type LogLine,
} from '../model/childTypes';
import type { Sent } from './answers';
import { askPermission } from './askPermission';
import { notAlive, toolNotAllowed } from './childErrors';
import { ChildLog } from './childLog';
import { answerIn, bytesOf, FINAL, namedTool, stepIn, tokensIn, toolIn } from './childMessages';
import { ChildRun } from './childRun';
import { type ChildEvent, stateAfter } from './childState';
import { ChildTasks } from './childTasks';
import { ChildUse } from './childUse';
import type { LiveChildParts } from './liveChildParts';
import { type LineWait, nextLine } from './nextLine';
import { Outbox } from './outbox';
import { Silence } from './silence';

/** A child agent: what it is told, what it says and uses, and what becomes of it. */
export class LiveChild {
  readonly log = new ChildLog();
  readonly #parts: LiveChildParts;
  readonly #tasks: ChildTasks;
  readonly #run: ChildRun;
  readonly #outbox: Outbox;
  readonly #use: ChildUse;
  readonly #silence: Silence;
  readonly #owned = new DisposableStore();
  readonly #startedAt: Instant;
  readonly #over = Promise.withResolvers<'done' | 'stopped'>();
  /** Resolves when it has ended: `done` where its program ended by itself with code 0. */
  readonly over = this.#over.promise;
  #spec: ChildSpec;
  #state: ChildState = 'starting';
  #reason: string | null = null;
  #endedAt: Instant | null = null;
  #heardAt: Instant | null = null;
  #doing: string | null = null;
  #final: FinalMessage | null = null;
  #isKilled = false;

  constructor(spec: ChildSpec, parts: LiveChildParts) {
    this.#spec = spec;
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
    this.#use = new ChildUse(spec, parts);
    this.#tasks = new ChildTasks(parts, { ...spec, session: parts.session });
    this.#silence = this.#owned.add(
      new Silence(parts.clock, spec.timeouts, { quiet: () => this.#go('quiet'), lost: () => this.#lost() }),
    );
    this.#run = this.#owned.add(
      new ChildRun(spec, parts, {
        wrote: (...said) => this.#wrote(...said),
        received: bytes => this.#used(use => use.received(bytes)),
        permission: (asked, signal) => this.#permission(asked, signal),
        ended: (how, code) => this.#exited(how, code),
        restarts: (...why) => this.#restarts(...why),
        restarted: isReady => this.#restarted(isReady),
        failed: why => this.#end('failed', why),
        // Whoever waits gives up before that.
        untilMessage: (type, signal) =>
          this.#next(line => line.type === type, this.log.lastSeq, 2 * spec.timeouts.ready_ms, signal),
      }),
    );
    this.#outbox = new Outbox({
      ...{ protocol: spec.protocol, clock: parts.clock, log: this.log, run: this.#run },
      tasks: parts.isRecorded ? this.#tasks : undefined,
      requireAlive: () => this.#requireAlive(),
      sends: () => this.#go('sent'),
    });
    if (parts.access !== undefined) this.#owned.add(parts.access);
    const limits: SessionLimits = {
      allows: tool => !this.hasEnded && (this.#spec.toolsAllow?.includes(tool) ?? true),
      enter: (...called) => this.#called(...called),
      spent: tokens => this.#used(use => use.spent(tokens)),
    };
    parts.toolbox.limit(parts.session, limits, spec.parent);
  }

  get hasEnded(): boolean {
    return hasEnded({ state: this.#state });
  }

  /** Whether its process group has a limit: on memory, or CPU time. */
  get holdsGroup(): boolean {
    return this.#use.holdsGroup;
  }

  get view(): Child {
    const { pid, ...run } = this.#run.view;
    return {
      spec: { ...this.#spec, budget: this.#use.budget },
      state: this.#state,
      reason: this.#reason,
      session: this.#parts.session,
      pid: this.hasEnded ? null : pid,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      lastHeardAt: this.#heardAt,
      usage: this.#use.used,
      ...run,
      loop: this.#use.loop,
      doing: this.#doing,
      final: this.#final,
      ...this.#tasks.view,
      pending: this.#outbox.pending,
      lines: this.log.length,
      dropped: this.log.dropped,
    };
  }

  /** Starts it. Nothing is left running where this throws. @throws {Refusal} why it did not start, or was not ready in time */
  async start(signal: AbortSignal): Promise<void> {
    try {
      await this.#run.start(signal);
    } catch (error) {
      this.#end('failed', Refusal.is(error) ? error.message : 'It was not started.');
      throw error;
    }
    this.#go('ready');
    this.#tell('child_spawned');
    this.#silence.watch(false);
    this.#watchTime();
  }

  /** Sends a message. @throws {Refusal} E-CHILD-STATE, E-CHILD-LIMIT, E-CHILD-TOOL, upstream-stuck */
  async send(payload: unknown, client: CallerClient | undefined, signal: AbortSignal): Promise<Sent> {
    this.#parts.chat.client = personOf(client) ?? this.#parts.chat.client;
    this.#requireAlive();
    const tool = namedTool(payload);
    if (tool !== undefined && this.#spec.toolsAllow?.includes(tool) === false)
      throw toolNotAllowed(this.#spec.id, oneLine(tool, 60));
    this.#use.send(bytesOf(payload));
    const sent = await this.#outbox.send(payload, signal);
    this.#silence.watch(this.#isAtWork);
    return sent;
  }

  /**
   * The first message after a line: any, or one that ends what was asked for. Undefined where none comes in time, or it ends.
   * @throws the signal's reason
   */
  async next(
    kind: 'stream' | 'final',
    afterSeq: number,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<LogLine | undefined> {
    const fits = ({ type }: LogLine): boolean => type !== null && (kind === 'stream' || FINAL.has(type));
    return await this.#next(fits, afterSeq, timeoutMs, signal);
  }

  /** Resolves when all that it has done so far is recorded. */
  readonly settled = async (): Promise<void> => await this.#tasks.settled();

  setRole(role: string): void {
    this.#spec = { ...this.#spec, role };
    this.#changed();
  }

  /** What is exceeded already stops it now. */
  setBudget(budget: Budget): void {
    this.#use.allow(budget);
    this.#watchTime();
    this.#check();
    this.#changed();
  }

  /** It belongs to another chat now: questions are asked there. */
  attach(parent: SessionId, client: CallerClient | undefined): void {
    this.#spec = { ...this.#spec, parent };
    this.#parts.chat.client = personOf(client);
    this.#changed();
  }

  /** What the process group of its program uses, as it was seen. */
  uses(leader: number, use: GroupUse): void {
    this.#used(all => all.group(leader, use));
  }

  /** Asks it to stop what it does. True when it did, or has ended; false where it did neither in time. `why`: it is to end, and starts no more. */
  async interrupt(timeoutMs: number, signal: AbortSignal, why?: string): Promise<boolean> {
    if (this.hasEnded) return true;
    if (why !== undefined) this.#stopping(why);
    const before = this.log.lastSeq;
    const isIdle = !this.#isAtWork && this.#spec.protocol === 'acp';
    this.#run.interrupt();
    const answer = isIdle ? undefined : await this.next('final', before, timeoutMs, signal);
    return isIdle || answer !== undefined || this.hasEnded;
  }

  /** Ends it and all that it started, and resolves when nothing is left and its work is recorded. `why` is told as the reason. */
  async stop(why: string, isKilled: boolean): Promise<void> {
    if (!this.hasEnded) {
      this.#isKilled ||= isKilled;
      this.#stopping(why);
      await this.#run.close(isKilled);
      // Where its program was not running, between two starts, nobody tells of its end.
      this.#end(this.#isKilled ? 'exited-killed' : 'exited', why);
    }
    await this.#tasks.settled();
  }

  get #isAtWork(): boolean {
    return this.#outbox.atWork > 0;
  }

  #stopping(why: string): void {
    this.#reason = why;
    this.#go('stop');
    this.#run.dispose();
  }

  #wrote(stream: AgentStream, given: string, message: AgentMessage | undefined): void {
    const { clock, redactor } = this.#parts;
    this.#heardAt = clock.now();
    this.#silence.heard();
    const type = message === undefined ? null : oneLine(message.type, 64);
    const line = this.log.add(this.#heardAt, stream, redactor.text(given), type);
    if (this.#state === 'idle') this.#silence.watch(this.#isAtWork);
    this.#go(this.#isAtWork ? 'heard-at-work' : 'heard');
    if (message !== undefined) this.#understand(message, line);
  }

  #understand(message: AgentMessage, line: LogLine): void {
    const { type } = message;
    const used = tokensIn(message);
    if (used !== undefined) this.#use.tokens(used, type === 'usage');
    if (type === 'tool_call') {
      const { name, input } = toolIn(message);
      this.#use.tellCall(name, input);
      this.#doing = name;
    }
    if (type === 'plan') {
      this.#doing = stepIn(message) ?? this.#doing;
      if (this.#parts.isRecorded) this.#tasks.planned(message['entries']);
    }
    if (type === 'tool_call' || type === 'plan') this.#changed();
    if (FINAL.has(type)) this.#answered(message, line);
    this.#check();
  }

  #answered(message: AgentMessage, line: LogLine): void {
    const { seq, text } = line;
    const isError = message.type === 'error';
    this.#outbox.answered(line);
    this.#final = { seq, isError, text };
    if (this.#parts.isRecorded) void this.#tasks.answered(isError, answerIn(message, text));
    if (!isError && this.#run.proved()) this.#tell('breaker_closed');
    if (this.#isAtWork) return;
    this.#doing = null;
    this.#silence.watch(false);
    this.#go('final');
    this.#tell('child_reply');
  }

  /** A call over our endpoint, or of a child below. @throws {Refusal} E-CHILD-LIMIT, and it is stopped when it has seen that */
  #called(tool: string, input: unknown, isBelow = false): void {
    if (!isBelow) this.#doing = oneLine(tool, 100);
    try {
      this.#use.call(oneLine(tool, 100), input, isBelow);
    } catch (error) {
      const why = Refusal.is(error) ? error.message : 'Its budget is used up.';
      this.#owned.add(this.#parts.clock.after(0, () => this.#stopFor(why)));
      throw error;
    }
    this.#changed();
  }

  #used(note: (use: ChildUse) => void): void {
    note(this.#use);
    this.#check();
  }

  async #permission(asked: PermissionAsk, signal: AbortSignal): Promise<string | undefined> {
    this.#doing = oneLine(asked.title, 100);
    this.#tell('child_permission');
    return await askPermission(this.#parts.gateway, this.#spec, this.#parts.chat.client, asked, signal);
  }

  async #next(fits: LineWait['fits'], afterSeq: number, timeoutMs: number, signal: AbortSignal) {
    const wait = { fits, afterSeq, timeoutMs, clock: this.#parts.clock, over: this.#over.promise };
    return await nextLine(this.log, wait, signal);
  }

  /** True where it is not to be started again. */
  #exited(how: string, code: number | null): boolean {
    this.#note(how);
    this.#doing = null;
    const stopped = this.#state === 'stopping' ? (this.#reason ?? how) : undefined;
    const lost = this.#isAtWork
      ? this.#outbox.lost(stopped ?? how, stopped === undefined && code === 0)
      : undefined;
    if (lost !== undefined) this.#final = lost;
    if (this.#parts.isRecorded) void this.#tasks.ended(lost?.isError === true, how);
    if (stopped !== undefined) {
      this.#end(this.#isKilled ? 'exited-killed' : 'exited', stopped);
      return true;
    }
    if (code === 0 && this.#state !== 'starting') this.#end('exited', how);
    return this.hasEnded;
  }

  #restarts(why: string, delayMs: number, opensBreaker: boolean): void {
    this.#reason = `${why} It is restarted in ${delayMs} ms.`;
    this.#note(this.#reason);
    this.#go('restart');
    if (opensBreaker) this.#tell('breaker_open', 'warn');
  }

  #restarted(isReady: boolean): void {
    if (isReady) {
      this.#reason = null;
      this.#silence.watch(this.#isAtWork);
      return this.#go('ready');
    }
    if (this.#run.view.breaker === 'half-open') this.#tell('breaker_half_open');
    this.#tell('child_restart', 'warn');
  }

  /** It says nothing at work for longer than it may: ended, it is started again. */
  #lost(): void {
    this.#note(`It has said nothing for ${this.#spec.timeouts.heartbeat_ms} ms at work.`);
    this.#run.kill();
  }

  #requireAlive(): void {
    if (this.hasEnded || this.#state === 'stopping') throw notAlive(this.#spec.id, this.#state, this.#reason);
  }

  #check(): void {
    const why = this.#use.overrun();
    if (why !== undefined) this.#stopFor(why);
  }

  #stopFor(why: string): void {
    if (this.hasEnded || this.#state === 'stopping') return;
    this.#tell('child_budget', 'warn');
    void this.stop(why, true); // Never rejects.
  }

  #watchTime(): void {
    const left = this.#use.leftMs;
    if (left !== undefined) this.#owned.add(this.#parts.clock.after(left, () => this.#check()));
  }

  #end(event: ChildEvent, reason: string): void {
    if (this.hasEnded) return;
    const { gateway, redactor, clock } = this.#parts;
    this.#use.ended();
    this.#endedAt = clock.now();
    const how = event === 'exited' && this.#state !== 'stopping' ? 'done' : 'stopped';
    this.#reason = oneLine(redactor.text(reason), 500);
    this.#go(event);
    this.#owned.dispose();
    void gateway.connectionClosed(this.#parts.session); // Never rejects.
    if (this.#state === 'error') this.#tell('child_error', 'warn');
    else this.#tell('child_exit');
    this.#over.resolve(how);
  }

  #go(event: ChildEvent): void {
    const before = this.#state;
    this.#state = stateAfter(before, event);
    if (before !== this.#state) this.#changed();
  }

  /** Says in its log what we have to say of it. */
  #note(text: string): void {
    this.log.add(this.#parts.clock.now(), 'meta', text, null);
  }

  #changed(): void {
    this.#tell('child_changed', 'debug');
  }

  /** What happened, never what it said. */
  #tell(kind: string, level: EventLevel = 'info'): void {
    const { id, parent } = this.#spec;
    const payload = { child: id, state: this.#state, restarts: this.#run.view.restartCount };
    tell(this.#parts, { cat: 'child', kind, level, payload }, { session: parent, child_id: id });
  }
}
