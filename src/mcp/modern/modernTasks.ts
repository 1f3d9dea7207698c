import { INVALID_PARAMS, ProtocolError } from '../../core/gateway/upstream/protocolError';
import { TASKS_EXTENSION } from '../../core/gateway/upstream/modernWords';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import type { Outcome, Question, Work } from './work';

/** Tasks of one client whose questions and results are held; the oldest goes first (chosen here, above what a session may have). */
const MAX_TASKS = 256;

/** What tasks need of their connection. */
export interface TaskHost {
  /** Asks our server. */
  ask(method: string, params: ProtocolObject): Promise<Outcome>;
  /** Asks our server something that nobody waits for yet. */
  begin(method: string, params: ProtocolObject): Work;
  /** Answers a question of our server. */
  reply(question: Question, result: ProtocolObject): void;
}

/** An answer, and of which kind it is. */
export interface Told {
  readonly kind: 'complete' | 'task';
  readonly outcome: Outcome;
}

/** Whether a client takes a task in place of a result. */
export function takesTasks({ extensions }: ProtocolObject): boolean {
  return isRecord(extensions) && isRecord(extensions[TASKS_EXTENSION]);
}

/**
 * Calls that go on as tasks of this era (the extension `io.modelcontextprotocol/tasks`): a client asks for their state, which has
 * their questions and in the end their result. To our server each is a task of the older era whose result is waited for.
 */
export class ModernTasks {
  readonly #host: TaskHost;
  readonly #tasks = new Map<string, Work>();

  constructor(host: TaskHost) {
    this.#host = host;
  }

  /** Calls a tool as a task. `meta`: what our server gets of the request's metadata. */
  async call(params: ProtocolObject, meta: ProtocolObject): Promise<Told> {
    const outcome = await this.#host.ask('tools/call', { ...params, task: {}, _meta: meta });
    const task = 'result' in outcome ? outcome.result['task'] : undefined;
    if (!isRecord(task)) return { kind: 'complete', outcome };
    const id = String(task['taskId']);
    this.#tasks.set(id, this.#host.begin('tasks/result', { taskId: id, _meta: meta }));
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > MAX_TASKS && oldest !== undefined) this.#tasks.delete(oldest);
    return { kind: 'task', outcome: { result: shown(task) } };
  }

  /** Answers a request about a task. */
  async answer(method: string, params: ProtocolObject, meta: ProtocolObject): Promise<Outcome> {
    const { taskId } = params;
    const work = this.#tasks.get(String(taskId));
    // Whose task it is, our server knows.
    const state = await this.#host.ask('tasks/get', { taskId, _meta: meta });
    if (!('result' in state)) return state;
    if (!work) return { error: UNKNOWN };
    if (method === 'tasks/get') return { result: detailed(state.result, work) };
    if (method === 'tasks/update') {
      for (const [question, result] of work.answered(params['inputResponses']))
        this.#host.reply(question, result);
    } else if (!work.outcome) await this.#host.ask('tasks/cancel', { taskId, _meta: meta });
    return { result: {} };
  }
}

const UNKNOWN = new ProtocolError(INVALID_PARAMS, 'No such task.');

function shown({
  taskId,
  status,
  statusMessage,
  createdAt,
  lastUpdatedAt,
  ttl,
  pollInterval,
}: ProtocolObject) {
  return {
    taskId,
    status,
    ...(statusMessage === undefined ? {} : { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttlMs: ttl ?? null,
    ...(pollInterval === undefined ? {} : { pollIntervalMs: pollInterval }),
  };
}

/** A task with all that a client may want to know of it. */
function detailed(state: ProtocolObject, work: Work): ProtocolObject {
  const task = shown(state);
  const { outcome } = work;
  const { status } = task;
  if (status === 'cancelled') return task;
  if (outcome && 'result' in outcome) {
    const { _meta: _between, ...result } = outcome.result;
    return { ...task, status: 'completed', result: { ...result, resultType: 'complete' } };
  }
  if (outcome) return { ...task, status: 'failed', error: outcome.error };
  if (work.isAsking) return { ...task, status: 'input_required', inputRequests: work.inputRequests() };
  // What our server holds comes to us in a moment.
  return { ...task, status: 'working' };
}
