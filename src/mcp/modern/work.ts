import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import type { Disposable } from '../../core/support/disposable';
import { isRecord } from '../../core/support/json';
import type { ModernReply } from './modernReply';
import { type ErrorWords, inputRequest } from './modernResult';

/** Questions of one request that wait for their answers at once (chosen here). */
const MAX_QUESTIONS = 8;

/** How our server answered a request. */
export type Outcome = { readonly result: ProtocolObject } | { readonly error: ErrorWords };

/** A client that waits for the answer to a request. */
export interface Waiting {
  readonly id: RequestId;
  readonly reply: ModernReply;
  readonly progressToken: RequestId | undefined;
  /** From which level on it hears logs; undefined: none. */
  readonly logLevel: string | undefined;
  /** Whether its person can be asked to open an address. */
  readonly opensAddresses: boolean;
}

/** A question of our server that the client has not answered yet. */
export interface Question {
  /** Its id at our server. */
  readonly id: RequestId;
  readonly method: string;
  readonly params: ProtocolObject;
}

/**
 * A request that our server works on. In this era a question ends the request that it came with, and the client's answer comes with
 * another one: between the two nobody waits, and the work goes on.
 */
export class Work {
  readonly method: string;
  /** What the request is about: only the same one may take it up again. */
  readonly about: string;
  waiting: Waiting | undefined;
  /** The answer, where it came while nobody waited. */
  outcome: Outcome | undefined;
  /** Ends the wait for a client that does not come back. */
  patience: Disposable | undefined;
  /** It is over, and is to be done anew when the client comes back: with these parameters. */
  again: ProtocolObject | undefined;
  readonly params: ProtocolObject;
  readonly #questions = new Map<string, Question>();
  #asked = 0;

  constructor(method: string, params: ProtocolObject, waiting: Waiting | undefined) {
    this.method = method;
    this.params = params;
    this.about = aboutOf(method, params);
    this.waiting = waiting;
  }

  /** Whether a question more would be too much for one answer. */
  get isFull(): boolean {
    return this.#questions.size >= MAX_QUESTIONS;
  }

  get isAsking(): boolean {
    return this.#questions.size > 0;
  }

  ask(question: Question): void {
    this.#questions.set(`question-${++this.#asked}`, question);
  }

  /** Our server asks no more. */
  withdraw(id: unknown): void {
    for (const [key, question] of this.#questions) if (question.id === id) this.#questions.delete(key);
  }

  /** Takes the answers that came; what was not answered stays asked. */
  answered(responses: unknown): readonly (readonly [Question, ProtocolObject])[] {
    const given = isRecord(responses) ? responses : {};
    return [...this.#questions].flatMap(([key, question]) => {
      const response = Object.hasOwn(given, key) ? given[key] : undefined;
      if (!isRecord(response)) return [];
      this.#questions.delete(key);
      return [[question, response] as const];
    });
  }

  /** Takes back all questions: nobody will answer. */
  giveUp(): readonly Question[] {
    const left = [...this.#questions.values()];
    this.#questions.clear();
    return left;
  }

  /** What the client is asked, as it stands in an answer. */
  inputRequests(): ProtocolObject {
    return Object.fromEntries(
      [...this.#questions].map(([key, { method, params }]) => [key, inputRequest(method, params)]),
    );
  }
}

/** The same for the same request, whatever goes along with it. */
export function aboutOf(method: string, { name, uri, arguments: args }: ProtocolObject): string {
  return JSON.stringify([method, name, uri, args]);
}
