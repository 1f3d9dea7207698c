import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { sentence } from '../../core/gateway/upstream/failure';
import { URL_ELICITATION_REQUIRED } from '../../core/gateway/upstream/protocolError';
import type {
  CallOptions,
  PassedList,
  PassedMethod,
  ProtocolObject,
  ToolResult,
  UpstreamConnection,
  UpstreamHooks,
  UpstreamOffers,
} from '../../core/gateway/upstream/upstream';
import { validResult } from '../../core/gateway/calls/validResult';
import type { LeftOutTool, ToolDefinition } from '../../core/registry/tool';
import type { Log } from '../../core/support/log';
import { Refusal } from '../../core/support/refusal';
import type { ServerId, SessionId } from '../../shared/ids';
import {
  addressWanted,
  asProtocolError,
  isAnswer,
  isConnectionClosed,
  refusedCall,
  timedOut,
} from './callFailures';
import type { CallsInFlight } from './callsInFlight';
import { ChildTransport } from './childTransport';
import { IdleLimit } from './idleLimit';
import { LazySignal } from '../../core/support/lazySignal';
import { tooLongList } from './listBounds';
import { listableItems } from './listableItems';
import { listTools } from './listTools';
import { pagedList } from './pagedList';
import { PlainRequests } from './plainRequests';
import { type BegunTask, begunTask, pollTask, withoutRelatedTask } from './taskPolling';
import { remoteFailure } from './remoteFailure';

/** How long a server may take. */
export interface CallLimits {
  /** A call may be silent for this long; progress extends it, and a question to the user holds it. */
  readonly idleMs: number;
  /** A call may last this long in all. */
  readonly maxMs: number;
  /** The same for a tool that runs as a task. */
  readonly taskMaxMs: number;
}

/** What a server that hangs may cost. */
export const CALL_LIMITS: CallLimits = { idleMs: 60_000, maxMs: 600_000, taskMaxMs: 3_600_000 };

/** Requests in which a server may ask something back. Others are no reason to be unsure whose question it is. */
const ASKING: ReadonlySet<string> = new Set([
  'tools/call',
  'tasks/result',
  'prompts/get',
  'resources/read',
  'resources/subscribe',
]);

const PASSED_LISTS: Readonly<
  Record<PassedList, { readonly method: string; readonly offer: 'resources' | 'prompts' }>
> = {
  resources: { method: 'resources/list', offer: 'resources' },
  resourceTemplates: { method: 'resources/templates/list', offer: 'resources' },
  prompts: { method: 'prompts/list', offer: 'prompts' },
};

/** What a connection is made of. */
export interface ConnectionParts {
  readonly server: ServerId;
  readonly client: Client;
  readonly transport: Transport;
  readonly hooks: UpstreamHooks;
  readonly calls: CallsInFlight;
  readonly limits: CallLimits;
  readonly log: Log;
}

/** A task whose result is waited for. */
interface RunningTask {
  readonly id: string;
  onMessage(message: string | undefined): void;
  /** Asks for its state again and again; `touch` hears of each answer. */
  poll(touch: () => void): { stop(): void };
}

/** A live connection through the SDK's client. */
export class SdkConnection implements UpstreamConnection {
  readonly serverName: string;
  readonly serverVersion: string;
  readonly offers: UpstreamOffers;
  readonly instructions?: string;
  leftOut: readonly LeftOutTool[] = [];
  readonly #parts: ConnectionParts;
  readonly #requests: PlainRequests;
  /** Tools that can be called as tasks only. */
  #tasksOnly: ReadonlySet<string> = new Set();
  #isClosing = false;
  /** Why we ended it, where whoever did so said it. */
  #closedFor: string | undefined;
  /** How many messages it had sent when the last ping ended; what it said before the first one is no sign of life. */
  #heardAtPing: number | undefined;

  constructor(parts: ConnectionParts) {
    const { server, client, hooks } = parts;
    this.#parts = parts;
    this.#requests = new PlainRequests(client.transport);
    const about = client.getServerVersion();
    this.serverName = about?.name ?? server;
    this.serverVersion = about?.version ?? '0';
    this.offers = offersOf(client);
    const instructions = client.getInstructions();
    if (instructions !== undefined) this.instructions = instructions;
    client.onclose = () => {
      if (!this.#isClosing) hooks.onClosed(this.#ending());
    };
  }

  async listTools(signal: AbortSignal): Promise<readonly ToolDefinition[]> {
    const { client, server, log } = this.#parts;
    const found = await listTools({ client, server, log, ending: () => this.#ending() }, signal);
    const { tools: definitions } = found;
    this.leftOut = found.leftOut;
    const tasksOnly = definitions.filter(({ execution }) => execution?.['taskSupport'] === 'required');
    this.#tasksOnly = new Set(tasksOnly.map(({ name }) => name));
    return definitions;
  }

  async list(list: PassedList, signal: AbortSignal): Promise<readonly ProtocolObject[]> {
    const { method, offer } = PASSED_LISTS[list];
    if (!this.offers[offer]) return [];
    try {
      return listableItems(list, await pagedList(this.#parts.client, method, list, signal));
    } catch (error) {
      signal.throwIfAborted();
      throw tooLongList(this.#parts.server, list, error) ?? asProtocolError(error);
    }
  }

  async callTool(
    name: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolResult> {
    const { meta } = options;
    const { server } = this.#parts;
    const params = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
    try {
      const result =
        options.task || this.#tasksOnly.has(name)
          ? await this.#callAsTask(params, options)
          : await this.#send('tools/call', params, options, ms => timedOut(server, name, ms));
      return validResult(result);
    } catch (error) {
      options.signal.throwIfAborted();
      throw this.#callFailure(name, error);
    }
  }

  async request(method: PassedMethod, params: ProtocolObject, options: CallOptions): Promise<ProtocolObject> {
    const { server } = this.#parts;
    try {
      return await this.#send(method, params, options, () => timedOut(server, method));
    } catch (error) {
      options.signal.throwIfAborted();
      const isOwn =
        error instanceof McpError && !isConnectionClosed(error) && error.code !== URL_ELICITATION_REQUIRED;
      throw isOwn ? asProtocolError(error) : this.#callFailure(method, error);
    }
  }

  async ping(timeoutMs: number): Promise<void> {
    const { server, client, transport } = this.#parts;
    const child = transport instanceof ChildTransport ? transport : undefined;
    const heardBefore = this.#heardAtPing ?? child?.heard ?? 0;
    try {
      await client.request({ method: 'ping' }, ResultSchema, { timeout: timeoutMs });
    } catch (error) {
      // Progress, or the late answer to an earlier ping: it is busy, not dead.
      if (isAnswer(error) || (child?.heard ?? heardBefore) > heardBefore) return;
      const words = child?.lastWords ?? '';
      throw new Refusal(
        'no-answer',
        words === '' ? '' : `Last output: ${words}`,
        { server },
        { cause: error },
      );
    } finally {
      this.#heardAtPing = child?.heard ?? 0;
    }
  }

  rootsChanged(): void {
    this.#parts.client.sendRootsListChanged().catch(() => undefined); // It has gone: nobody is left to be told.
  }

  withdrawQuestions(session: SessionId): void {
    this.#parts.calls.withdraw(session);
  }

  async close(why?: string): Promise<void> {
    this.#isClosing = true;
    this.#closedFor ??= why;
    await this.#parts.client.close();
    await this.#parts.transport.close();
  }

  /**
   * Runs a tool as a task and waits for its result, so that clients that know nothing of tasks can use it too. To those, what the
   * server says meanwhile is progress. Cancelling the call cancels the task.
   */
  async #callAsTask(
    params: ProtocolObject & { readonly name: string },
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const { server, client, limits } = this.#parts;
    const late = (ms?: number): Refusal => timedOut(server, params.name, ms);
    const wish = options.task === undefined ? {} : { ttl: options.task.ttlMs };
    const begun = await this.#send('tools/call', { ...params, task: wish }, options, late);
    const task = begunTask(begun);
    if (task === undefined) return begun;
    const onMessage = taskListener(task, options);
    onMessage(task.message);
    const ask = (method: string): Promise<ProtocolObject> =>
      client.request({ method, params: { taskId: task.id } }, ResultSchema, { timeout: limits.idleMs });
    const poll = (touch: () => void) =>
      pollTask(
        task,
        () => ask('tasks/get'),
        message => {
          touch();
          onMessage(message);
        },
      );
    const running = { id: task.id, onMessage, poll };
    try {
      return withoutRelatedTask(
        await this.#send('tasks/result', { taskId: task.id }, options, late, running),
      );
    } catch (error) {
      // Nobody waits for it any more; a server that does not know it has nothing to stop.
      if (this.#isGivenUp(error, options.signal)) ask('tasks/cancel').catch(() => undefined);
      throw error;
    }
  }

  #isGivenUp(error: unknown, signal: AbortSignal): boolean {
    return signal.aborted || Refusal.is(error, 'upstream-timeout');
  }

  /** Sends a request within the limits. A silent one is cancelled with the reason that is given. */
  async #send(
    method: string,
    params: ProtocolObject,
    { signal, onProgress, client, idleMs }: CallOptions,
    late: (idleMs?: number) => Refusal,
    task?: RunningTask,
  ): Promise<ProtocolObject> {
    const { calls, limits } = this.#parts;
    signal.throwIfAborted();
    const request = this.#requests.begin(method, params, progress => {
      idle.touch();
      onProgress?.(progress);
    });
    const idle = new IdleLimit(idleMs ?? limits.idleMs, () => end(late(idleMs)));
    const maxMs = Math.max(task ? limits.taskMaxMs : limits.maxMs, idleMs ?? 0);
    const longest = setTimeout(() => end(late()), maxMs);
    const ended = new LazySignal();
    const end = (reason: unknown): void => {
      ended.abort(reason);
      request.cancel(reason);
    };
    const onAbort = (): void => end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const call = { client, ended, idle, ...(task === undefined ? {} : { task }) };
    const watch = task?.poll(() => idle.touch());
    if (ASKING.has(method)) calls.begin(call);
    try {
      return await request.answer;
    } finally {
      watch?.stop();
      idle.dispose();
      clearTimeout(longest);
      signal.removeEventListener('abort', onAbort);
      calls.end(call);
    }
  }

  #callFailure(tool: string, error: unknown): unknown {
    const { server, transport, hooks } = this.#parts;
    if (Refusal.is(error)) return error; // The transport knows best why nothing was sent.
    if (!(error instanceof McpError)) {
      if (transport instanceof ChildTransport) return this.#closed(tool, error);
      // Its session there may be gone (404), or the server: the next call connects anew.
      hooks.onClosed('The connection was lost.');
      void this.close(); // Ends the rest of a connection that nobody uses any more.
      return new Refusal(
        'upstream-failed',
        `"${server}" could not be used for "${tool}". ${remoteFailure(error)}`,
        {},
        { cause: error },
      );
    }
    if (isConnectionClosed(error)) return this.#closed(tool, error);
    // The client opens the address and calls again: that is between the two of them.
    if (error.code === URL_ELICITATION_REQUIRED) return addressWanted(server, tool, error);
    return refusedCall(server, tool, error);
  }

  #closed(tool: string, cause: unknown): Refusal {
    const { server } = this.#parts;
    const what =
      this.#closedFor === undefined
        ? `ended while "${tool}" ran. ${sentence(this.#ending())} The next call starts it again.`
        : `was stopped while "${tool}" ran. ${this.#closedFor}`;
    return new Refusal('upstream-closed', `"${server}" ${what}`, { server, tool }, { cause });
  }

  #ending(): string {
    const { transport } = this.#parts;
    const ending = transport instanceof ChildTransport ? transport.ending : '';
    return ending || 'The connection was closed or it answered with an error.';
  }
}

/** Hears what a server says of a task: for the client's own task, or as progress of the call. */
function taskListener(
  { pollMs }: BegunTask,
  { task, onProgress }: CallOptions,
): (message: string | undefined) => void {
  let steps = 0;
  return message => {
    if (task) task.onState({ pollMs, ...(message === undefined ? {} : { message }) });
    else if (message !== undefined) onProgress?.({ progress: (steps += 1), message });
  };
}

function offersOf(client: Client): UpstreamOffers {
  const { resources, prompts, completions, logging } = client.getServerCapabilities() ?? {};
  return {
    resources: resources !== undefined,
    subscriptions: resources?.subscribe === true,
    prompts: prompts !== undefined,
    completions: completions !== undefined,
    logging: logging !== undefined,
  };
}
