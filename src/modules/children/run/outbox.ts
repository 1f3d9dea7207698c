import type { AgentLink, AgentProtocol } from '../../../core/agents/agentLink';
import type { Clock } from '../../../core/support/clock';
import { untilAborted } from '../../../core/support/abort';
import type { FinalMessage, LogLine } from '../model/childTypes';
import { Answers, type Sent } from './answers';
import type { ChildLog } from './childLog';
import type { ChildRun } from './childRun';
import type { ChildTasks } from './childTasks';

interface OutboxParts {
  readonly protocol: AgentProtocol;
  readonly clock: Clock;
  readonly log: ChildLog;
  readonly run: ChildRun;
  /** Undefined where its work is not recorded. */
  readonly tasks: ChildTasks | undefined;
  /** @throws {Refusal} E-CHILD-STATE where it has ended, or is about to */
  readonly requireAlive: () => void;
  /** The program is about to be given a message. */
  readonly sends: () => void;
}

/** What a child is sent, and what it has still to answer. */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #answers: Answers;
  /** Messages for a program that is started, or started again. */
  #held = 0;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#answers = new Answers(parts.clock);
  }

  /** Messages without an answer. */
  get pending(): number {
    return this.#answers.open + this.#held;
  }

  /** Messages that the program has and did not answer. */
  get atWork(): number {
    return this.#answers.open;
  }

  /** @throws {Refusal} E-CHILD-STATE, upstream-stuck @throws the signal's reason */
  async send(payload: unknown, signal: AbortSignal): Promise<Sent> {
    const { tasks, log, sends } = this.#parts;
    const link = await this.#link(signal);
    const { sent, withdraw } = this.#answers.expect(log.lastSeq);
    try {
      sends();
      await link.send(payload);
      return sent;
    } catch (error) {
      withdraw();
      void tasks?.answered(true, 'The message could not be sent.');
      throw error;
    }
  }

  /** Whom to give a message, when its task has begun: what changes from here on is its work. A program that is restarted is waited for. */
  async #link(signal: AbortSignal): Promise<AgentLink> {
    const { tasks, run, requireAlive } = this.#parts;
    this.#held += 1;
    try {
      for (;;) {
        requireAlive();
        const link = await untilAborted(run.ready(), signal).finally(requireAlive);
        if (!run.isUp(link)) continue;
        await tasks?.sending();
        // Where it failed meanwhile, the task ended with it.
        if (run.isUp(link)) return link;
      }
    } finally {
      this.#held -= 1;
    }
  }

  /** The oldest message is answered. */
  answered(line: LogLine): void {
    this.#answers.came(line);
  }

  /**
   * What it was sent is not answered any more. Gives what stands for its last answer, so that nobody takes an earlier one for it:
   * nothing where a program of JSON lines ended by itself with code 0, which has done what it was sent.
   */
  lost(why: string, isItsEnd: boolean): FinalMessage | null {
    const { protocol, log, clock } = this.#parts;
    const line =
      isItsEnd && protocol !== 'acp'
        ? undefined
        : log.add(clock.now(), 'meta', `${why} It had not answered what it was sent.`, 'error');
    this.#answers.end(line);
    return line === undefined ? null : { seq: line.seq, isError: true, text: line.text };
  }
}
