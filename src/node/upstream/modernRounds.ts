import { setTimeout } from 'node:timers/promises';
import {
  isJSONRPCErrorResponse,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { metaOf } from '../../core/gateway/upstream/modernWords';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import { type Answer, questionsIn } from './modernAnswer';
import type { AskServer } from './modernListening';
import { begunTask, messageIn } from './taskPolling';

/** So often a server may ask before it answers (chosen here). */
const MAX_ROUNDS = 64;

/**
 * Requests that end with a question, or go on as a task: the client is asked, the server asked again with the answers, until it
 * gives a result. To the client that is one request, during which it is asked (MCP 2026-07-28, multi round-trip requests; tasks).
 */
export class ModernRounds {
  readonly #ask: AskServer;
  readonly #hand: (message: JSONRPCMessage) => void;
  /** Questions that the client has not answered yet. */
  readonly #asked = new Map<RequestId, (answer: Answer) => void>();
  #count = 0;

  constructor(ask: AskServer, hand: (message: JSONRPCMessage) => void) {
    this.#ask = ask;
    this.#hand = hand;
  }

  /** The client answers a question. */
  answered(message: Exclude<JSONRPCMessage, { method: string }>): void {
    const resolve = message.id === undefined ? undefined : this.#asked.get(message.id);
    resolve?.(isJSONRPCErrorResponse(message) ? { error: message.error } : { result: message.result });
  }

  /** Runs a request to its end. */
  async run(method: string, params: ProtocolObject, signal: AbortSignal): Promise<Answer> {
    let next = params;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const answer = await this.#ask(method, next, signal);
      if (!('result' in answer)) return answer;
      const { resultType: kind, requestState } = answer.result;
      if (kind === 'task') return await this.#runTask(answer.result, params, signal);
      if (kind !== undefined && kind !== 'complete' && kind !== 'input_required') return unknownKind(kind);
      if (kind !== 'input_required') return answer;
      const responses = await this.#askClient(answer.result, signal);
      if ('error' in responses) return responses;
      const state = typeof requestState === 'string' ? { requestState } : {};
      next = { ...params, ...state, inputResponses: responses.result };
    }
    return failed('The server asked too often.');
  }

  /** Asks the client everything that a result asks. */
  async #askClient(result: ProtocolObject, signal: AbortSignal): Promise<Answer> {
    const responses: Record<string, unknown> = {};
    for (const [key, { method, params }] of questionsIn(result)) {
      const answer = await this.#question(String(method), isRecord(params) ? params : {}, signal);
      if ('error' in answer) return answer;
      responses[key] = answer.result;
    }
    return { result: responses };
  }

  async #question(method: string, params: ProtocolObject, signal: AbortSignal): Promise<Answer> {
    const id = `question-${++this.#count}`;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const giveUp = (): void => {
      this.#hand({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      resolve(failed('Given up.'));
    };
    this.#asked.set(id, resolve);
    signal.addEventListener('abort', giveUp, { once: true });
    // In the older era an address to open has a name of its own.
    const named = params['mode'] === 'url' ? { elicitationId: id, ...params } : { ...params };
    this.#hand({ jsonrpc: '2.0', id, method, params: named });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', giveUp);
      this.#asked.delete(id);
    }
  }

  /** Waits for a task that the server made of the request. */
  async #runTask(begun: ProtocolObject, params: ProtocolObject, signal: AbortSignal): Promise<Answer> {
    const { pollIntervalMs: pollInterval } = begun;
    const task = begunTask({ task: { ...begun, pollInterval } });
    if (task === undefined) return failed('The server began a task without a name.');
    const { id: taskId } = task;
    const answeredKeys = new Set<string>();
    const token = metaOf({ params })['progressToken'];
    for (let progress = 1; ; progress += 1) {
      try {
        await setTimeout(task.pollMs, undefined, { signal });
      } catch {
        this.#ask('tasks/cancel', { taskId }).catch(() => undefined); // Nobody waits for it any more.
        return failed('Given up.');
      }
      const answer = await this.#ask('tasks/get', { taskId }, signal);
      if (!('result' in answer)) return answer;
      const state = answer.result;
      const done = outcomeOf(state);
      if (done) return done;
      this.#tell(token, progress, state);
      const asked = questionsIn(state).filter(([key]) => !answeredKeys.has(key));
      if (state['status'] !== 'input_required' || asked.length === 0) continue;
      const responses = await this.#askClient({ inputRequests: Object.fromEntries(asked) }, signal);
      if ('error' in responses) return responses;
      for (const [key] of asked) answeredKeys.add(key);
      await this.#ask('tasks/update', { taskId, inputResponses: responses.result }, signal);
    }
  }

  /** What a task says of itself is progress of the call. */
  #tell(progressToken: unknown, progress: number, state: ProtocolObject): void {
    if (progressToken === undefined) return;
    const message = messageIn(state);
    const params = { progressToken, progress, ...(message === undefined ? {} : { message }) };
    this.#hand({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }
}

/** How a task ended; undefined while it runs. */
function outcomeOf({ status, result, error, statusMessage }: ProtocolObject): Answer | undefined {
  if (status === 'working' || status === 'input_required') return undefined;
  if (status === 'completed' && isRecord(result)) return { result };
  if (status === 'failed' && isRecord(error)) {
    const { code, message, data } = error;
    return {
      error: {
        code: typeof code === 'number' ? code : -32_603,
        message: typeof message === 'string' ? message : 'The task failed.',
        ...(data === undefined ? {} : { data }),
      },
    };
  }
  return failed(typeof statusMessage === 'string' ? statusMessage : `The task ended: ${String(status)}.`);
}

function unknownKind(kind: unknown): Answer {
  return failed(
    `The server answered with a kind of result that is not known: ${String(kind).slice(0, 100)}.`,
  );
}

function failed(message: string): Answer {
  return { error: { code: -32_603, message } };
}
