import { RELATED_TASK } from '../../core/gateway/tools/callTask';
import { INVALID_REQUEST, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { CallerClient, ClientRequestMethod, ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import type { ServerId, SessionId } from '../../shared/ids';
import type { IdleLimit } from './idleLimit';
import { JoinedSignal } from '../../core/support/joinedSignal';
import { QuestionLine } from './questionLine';
import { namedQuestion } from './serverQuestion';
import { messageIn, relatedTask, withoutRelatedTask } from './taskPolling';

/** Open questions remembered for one server (chosen here). */
const MAX_ASKED = 100;

/** A call that a server works on. */
export interface CallInFlight {
  readonly client: CallerClient | undefined;
  /** Fires when the call is given up: nobody is asked for it then. */
  readonly ended: { readonly signal: AbortSignal };
  readonly idle: IdleLimit;
  /** Where it is the wait for a task's result: the task, as the server calls it, and who hears what the server says of it. */
  readonly task?: { readonly id: string; onMessage(message: string | undefined): void };
}

/** A question that a chat was asked, or waits to be. */
interface Question {
  readonly session: SessionId;
  /** Whether it is a task's: it may outlive the call that it came with. */
  readonly isOfTask: boolean;
  readonly withdrawn: AbortController;
}

/**
 * The calls that one server works on, for what it asks back. Nothing in the protocol says which call a question belongs to,
 * so it goes to the chat whose calls are under way, and to nobody where there are several: a question in the wrong chat
 * would hand one chat's words to another.
 */
export class CallsInFlight {
  readonly #server: ServerId;
  readonly #calls: CallInFlight[] = [];
  /** Calls whose chat let go of the server: they may end, and nobody is asked for them. */
  readonly #silenced = new WeakSet<CallInFlight>();
  readonly #questions = new Set<Question>();
  readonly #lines = new Map<SessionId, QuestionLine>();
  /** Who was asked to open an address, to be told when that is done. */
  readonly #asked = new Map<string, CallerClient>();

  constructor(server: ServerId) {
    this.#server = server;
  }

  begin(call: CallInFlight): void {
    this.#calls.push(call);
  }

  /** Does nothing where it was not begun. */
  end(call: CallInFlight): void {
    const at = this.#calls.indexOf(call);
    if (at === -1) return;
    this.#calls.splice(at, 1);
    const session = call.client?.session;
    if (session === undefined || this.#calls.some(({ client }) => client?.session === session)) return;
    this.#withdraw(
      asked => asked.session === session && !asked.isOfTask,
      'The call that it came with is over',
    );
  }

  /** The chat let go of the server: what it was asked is withdrawn, and it is asked nothing more. */
  withdraw(session: SessionId): void {
    for (const call of this.#calls) if (call.client?.session === session) this.#silenced.add(call);
    this.#withdraw(asked => asked.session === session, 'The server is not active in this chat any more');
  }

  /**
   * Asks the client whose call it is, one question at a time. The call's idle limit stands still meanwhile. The names that a
   * server has for its tasks stay between it and us.
   * @throws {ProtocolError}
   */
  async ask(
    method: ClientRequestMethod,
    params: ProtocolObject,
    signal: AbortSignal,
  ): Promise<ProtocolObject> {
    const taskId = relatedTask(params);
    const call = this.#callFor(method, taskId);
    const { client } = call;
    if (client === undefined || this.#silenced.has(call))
      throw new ProtocolError(INVALID_REQUEST, `The client of this call cannot be asked (${method}).`);
    const named = namedQuestion(this.#server, method, params);
    const id = named['elicitationId'];
    if (typeof id === 'string') this.#remember(id, client);
    const question = {
      session: client.session,
      isOfTask: taskId !== undefined,
      withdrawn: new AbortController(),
    };
    const any = new JoinedSignal(signal, call.ended.signal, question.withdrawn.signal);
    call.idle.pause();
    this.#questions.add(question);
    try {
      const answer = withoutRelatedTask(
        client.isAskedApart === true
          ? await client.ask(method, named, any.signal)
          : await this.#inLine(client.session, () => client.ask(method, named, any.signal), any.signal),
      );
      if (taskId === undefined) return answer;
      const meta = isRecord(answer['_meta']) ? answer['_meta'] : {};
      return { ...answer, _meta: { ...meta, [RELATED_TASK]: { taskId } } };
    } finally {
      any.dispose();
      this.#questions.delete(question);
      call.idle.resume();
    }
  }

  /** Tells whoever was asked that the address was opened and all is done there. */
  elicitationCompleted(params: ProtocolObject): void {
    const id = params['elicitationId'];
    if (typeof id !== 'string') return;
    this.#asked.get(id)?.tell('notifications/elicitation/complete', { elicitationId: id });
    this.#asked.delete(id);
  }

  /** A server says something of a task that it runs. */
  taskChanged(params: ProtocolObject): void {
    const call = this.#calls.find(({ task }) => task !== undefined && task.id === params['taskId']);
    call?.task?.onMessage(messageIn(params));
  }

  async #inLine<T>(session: SessionId, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const line = this.#lines.get(session) ?? new QuestionLine();
    this.#lines.set(session, line);
    try {
      return await line.ask(ask, signal);
    } finally {
      if (line.isEmpty) this.#lines.delete(session);
    }
  }

  #withdraw(isMeant: (question: Question) => boolean, why: string): void {
    for (const question of this.#questions)
      if (isMeant(question))
        question.withdrawn.abort(new ProtocolError(INVALID_REQUEST, `${why}: the question was withdrawn.`));
  }

  #callFor(method: ClientRequestMethod, taskId: string | undefined): CallInFlight {
    const ofTask = taskId === undefined ? undefined : this.#calls.find(({ task }) => task?.id === taskId);
    if (ofTask) return ofTask;
    // A question of a task says so: one that does not is another call's, where there is one.
    const plain = this.#calls.filter(({ task }) => task === undefined);
    const calls = plain.length > 0 ? plain : this.#calls;
    const newest = calls.at(-1);
    if (newest === undefined)
      throw new ProtocolError(
        INVALID_REQUEST,
        `No call is under way whose client could be asked (${method}).`,
      );
    if (calls.some(call => call.client?.session !== newest.client?.session)) {
      const message =
        `Several chats use this server now, so nobody can tell whose question this is (${method}). ` +
        'Set "isolation": "session" in its entry, and each chat gets a process of its own.';
      throw new ProtocolError(INVALID_REQUEST, message);
    }
    return newest;
  }

  #remember(id: string, client: CallerClient): void {
    this.#asked.set(id, client);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > MAX_ASKED && oldest !== undefined) this.#asked.delete(oldest);
  }
}
