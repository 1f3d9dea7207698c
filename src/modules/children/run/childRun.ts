import type {
  AgentAccess,
  AgentEvents,
  AgentLink,
  AgentLinks,
  AgentMessage,
} from '../../../core/agents/agentLink';
import type { Clock } from '../../../core/support/clock';
import type { Disposable } from '../../../core/support/disposable';
import { Refusal } from '../../../core/support/refusal';
import { untilAborted } from '../../../core/support/abort';
import type { Child, ChildSpec, LogLine } from '../model/childTypes';
import { endedEarly, tooLate } from './childErrors';
import { messageOf } from './lineMessage';
import { Supervision } from './supervision';

/** What a run tells its child, besides what the program says. */
export interface RunEvents extends Omit<AgentEvents, 'ended'> {
  /** Its program has ended. Says whether that was wished or is the end of its work: then it is not started again. */
  ended(how: string, code: number | null): boolean;
  /** It is started again after a pause. */
  restarts(why: string, delayMs: number, opensBreaker: boolean): void;
  /** It was started again: is about to be ready, or is. */
  restarted(isReady: boolean): void;
  /** It is over for good. */
  failed(why: string): void;
  /** Resolves with the first message of this type. */
  untilMessage(type: string, signal: AbortSignal): Promise<LogLine | undefined>;
}

interface RunParts {
  readonly agents: AgentLinks;
  readonly clock: Clock;
  readonly access: AgentAccess | undefined;
}

/** The program of a child: started, made ready, and started again when it fails. */
export class ChildRun implements Disposable {
  readonly #parts: RunParts;
  readonly #spec: ChildSpec;
  readonly #events: RunEvents;
  readonly #supervision: Supervision;
  #link: AgentLink | undefined;
  /** The program that may be sent messages. */
  #up: AgentLink | undefined;
  #ready = Promise.withResolvers<AgentLink>();
  #pause: Disposable | undefined;
  #restartCount = 0;
  #readyMessage: AgentMessage | null = null;
  #isOver = false;
  /** What it wrote last for people, while it was not ready. */
  #words = '';

  constructor(spec: ChildSpec, parts: RunParts, events: RunEvents) {
    this.#spec = spec;
    this.#parts = parts;
    this.#events = events;
    this.#supervision = new Supervision(parts.clock.monotonicMs());
    this.#ready.promise.catch(() => undefined); // Whoever waits for it hears of it.
  }

  /** What there is to see of it. */
  get view(): Pick<Child, 'pid' | 'restartCount' | 'breaker' | 'readyMessage'> {
    return {
      pid: this.#link?.pid ?? null,
      restartCount: this.#restartCount,
      breaker: this.#supervision.breaker,
      readyMessage: this.#readyMessage,
    };
  }

  /** Whether it may be sent messages still. */
  isUp(link: AgentLink): boolean {
    return this.#up === link;
  }

  /** Resolves when messages may be sent, however often it is started until then. @throws {Refusal} where it ends before */
  async ready(): Promise<AgentLink> {
    return await this.#ready.promise;
  }

  /** The first start. Nothing is left running where this throws. @throws {Refusal} why it did not come up */
  async start(signal: AbortSignal): Promise<void> {
    try {
      await this.#launch(signal);
    } catch (error) {
      this.#isOver = true;
      await this.close(true);
      throw error;
    }
  }

  /** It did what it is there for. True where that closes its breaker. */
  proved(): boolean {
    return this.#supervision.proved();
  }

  interrupt(): void {
    this.#link?.interrupt();
  }

  /** Ends the program as it is now, to be started again. */
  kill(): void {
    this.#link?.kill();
  }

  /** Ends it for good, with all that it started. */
  async close(isKilled: boolean): Promise<void> {
    this.dispose();
    if (isKilled) this.#link?.kill();
    await this.#link?.close();
  }

  dispose(): void {
    this.#isOver = true;
    this.#pause?.dispose();
    this.#ready.reject(endedEarly('It was stopped.', ''));
  }

  /** @throws {Refusal} E-CHILD-START, E-CHILD-PROTOCOL, E-CHILD-TIMEOUT */
  async #launch(signal: AbortSignal): Promise<void> {
    const { agents, clock, access } = this.#parts;
    const { id, protocol, launch, timeouts, readyType } = this.#spec;
    const early = Promise.withResolvers<never>();
    early.promise.catch(() => undefined); // It ended when it was ready, which is no failed start.
    let isReady = false;
    /** What came of it before the system said that it was started; one that was not started has no end. */
    let end: (() => void) | undefined;
    let isStarted = false;
    const over = new AbortController();
    // From before it can say anything.
    const typed = readyType === null ? undefined : this.#events.untilMessage(readyType, over.signal);
    typed?.catch(() => undefined); // Given up when it ends before.
    const timer = clock.after(timeouts.ready_ms, () => early.reject(tooLate(id, timeouts.ready_ms)));
    try {
      const link = await agents.start(id, protocol, launch, access, {
        ...this.#events,
        wrote: (stream, text, message) => {
          if (!isReady && stream === 'stderr') this.#words = text.slice(0, 500);
          this.#events.wrote(stream, text, message);
        },
        ended: (how, code) => {
          early.reject(endedEarly(how, this.#words));
          end = () => this.#ended(how, code, isReady);
          if (isStarted) end();
        },
      });
      this.#link = link;
      isStarted = true;
      end?.();
      // Its child was ended meanwhile.
      if (this.#isOver) link.kill();
      const up = Promise.race([Promise.all([link.ready, typed]), early.promise]);
      const [said, line] = await untilAborted(up, signal);
      this.#readyMessage = line === undefined ? said : messageOf(line);
      isReady = true;
      this.#up = link;
      this.#ready.resolve(link);
    } finally {
      timer.dispose();
      over.abort();
    }
  }

  #ended(how: string, code: number | null, wasReady: boolean): void {
    this.#up = undefined;
    if (this.#events.ended(how, code) || this.#isOver) return;
    // What did not come up the first time is told to who started it.
    if (!wasReady && this.#restartCount === 0) return;
    if (!this.#spec.restarts) return this.#fail(how);
    if (wasReady) {
      // Whoever waits for it to be ready waits through starts that fail.
      this.#ready = Promise.withResolvers<AgentLink>();
      this.#ready.promise.catch(() => undefined);
    }
    this.#recover(how);
  }

  #recover(how: string): void {
    const verdict = this.#supervision.failed(this.#parts.clock.monotonicMs());
    if (verdict.type === 'give-up') return this.#fail(`${how} ${verdict.why}`);
    this.#events.restarts(how, verdict.delayMs, verdict.opensBreaker);
    this.#pause = this.#parts.clock.after(verdict.delayMs, () => void this.#startAgain()); // Never rejects.
  }

  async #startAgain(): Promise<void> {
    this.#restartCount += 1;
    this.#link = undefined;
    this.#supervision.restarted(this.#parts.clock.monotonicMs());
    this.#events.restarted(false);
    try {
      await this.#launch(new AbortController().signal);
      this.#events.restarted(true);
    } catch (error) {
      const link = this.#link as AgentLink | undefined; // Set meanwhile, where the system could start it.
      if (Refusal.is(error, 'E-CHILD-START') && link !== undefined) return; // Its end was told already.
      if (link !== undefined) link.kill();
      else this.#recover(Refusal.is(error) ? error.message : 'It could not be started.');
    }
  }

  #fail(why: string): void {
    this.dispose();
    this.#events.failed(why);
  }
}
