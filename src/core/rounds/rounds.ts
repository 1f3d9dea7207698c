import { type SessionId, sessionId } from '../../shared/ids';
import type { Caller } from '../gateway/sessions/sessions';
import type { Operation } from '../operations/operation';
import type { Disposable } from '../support/disposable';
import { JoinedSignal } from '../support/joinedSignal';
import { Refusal } from '../support/refusal';
import { Round } from './round';
import type { FinishReason, RoundEvent, RoundReply } from './roundEvent';
import { historyProblem } from './roundMessage';
import type { RoundParts } from './roundParts';
import { RoundTime } from './roundTime';
import { RoundTask } from './roundTask';
import { listHostTools, type Listed, listTools, RoundTools } from './roundTools';
import type { RoundWish } from './roundWish';
import type { ServerWish } from './serverWish';

const TOO_LATE =
  'Time was up before the servers had listed their tools. Nothing was asked of the model. Raise config.timeout_ms.';

/** Runs LLM rounds with MCP tools. Each is a session of its own: the servers it switches on are off again when it ends. */
export class Rounds {
  readonly #parts: RoundParts;

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /** Whether a round can use tools of the program that we live in. */
  get hasHostTools(): boolean {
    return this.#parts.hostTools !== undefined;
  }

  /** Looks whether a round with these could begin. @throws {Refusal} model-not-found, unknown-server */
  async check(model: string, servers: readonly string[]): Promise<void> {
    for (const name of servers) this.#parts.catalog.require(name);
    await this.#parts.model.check?.(model);
  }

  /**
   * Runs a round. `within`: what it is a part of, whose session's limits hold for its calls. `emit` hears what happens, last of all `done` with what is returned; nothing after a throw.
   * @throws {Refusal} orphan-response, orphan-call, tools-not-listed, missing-credentials, sign-in-needed, round-timeout, cancelled, and as the model's port
   */
  async run(
    wish: RoundWish,
    emit: (event: RoundEvent) => void,
    signal: AbortSignal,
    within?: Operation,
  ): Promise<RoundReply> {
    const problem = historyProblem(wish.messages);
    // The calls of the last request may still be open: their servers answer them.
    if (problem !== undefined) throw new Refusal('orphan-response', problem);
    const { ids, operations, clock, gateway, servers, book } = this.#parts;
    const id = `round_${ids.next()}`;
    const booked = book?.open(id, wish);
    const tell = (event: RoundEvent): void => {
      booked?.take(event);
      emit(event);
    };
    const session = sessionId(id);
    const time = new RoundTime(clock, wish.timeoutMs);
    const whileAsked = time.without.bind(time);
    const caller = { session, isConversation: false, connection: id, host: 'LLM round', whileAsked };
    const joined = new JoinedSignal(signal, time.signal);
    // A process that starts takes time of ours: the model's first word goes out before.
    const spoken = Promise.withResolvers<void>();
    let starting: Disposable | undefined;
    const limits = within && this.#parts.toolbox.limitAs(session, within.session);
    try {
      return await operations.run(
        {
          kind: 'round',
          name: wish.model,
          session,
          signal: joined.signal,
          ...(within === undefined ? {} : { parent: within }),
        },
        async operation => {
          const threadId = wish.threadId ?? `thread_${ids.next()}`;
          tell({ type: 'start', id, model: wish.model, thread_id: threadId });
          const tools = await this.#tools(wish, caller, tell, spoken.promise, operation.signal);
          const round = new Round({
            ...this.#parts,
            id,
            threadId,
            wish,
            tools,
            caller,
            operation,
            time,
            onSpoken: () => (starting ??= clock.after(0, spoken.resolve)),
            emit: tell,
          });
          const running = (): Promise<FinishReason> =>
            finished(round.run(operation.signal), time.signal, signal);
          try {
            const reply = await this.#recorded(wish, session, round, running, operation.signal);
            tell({ type: 'done', ...reply });
            return reply;
          } catch (error) {
            wish.onFailed?.(round.messages);
            throw error;
          }
        },
      );
    } catch (error) {
      const isCancelled = signal.aborted || Refusal.is(error, 'cancelled');
      booked?.failed(isCancelled ? 'cancelled' : 'failed', Refusal.is(error) ? error.message : '');
      if (signal.aborted) throw new Refusal('cancelled', 'The client has gone.', {}, { cause: error });
      if (time.signal.aborted) throw new Refusal('round-timeout', TOO_LATE, {}, { cause: error });
      throw error;
    } finally {
      time.dispose();
      starting?.dispose();
      joined.dispose();
      limits?.dispose();
      await gateway.connectionClosed(id);
      servers.close(session);
    }
  }

  /** Runs a round, as a task where that is wanted: one that fails is recorded too. */
  async #recorded(
    { record }: RoundWish,
    session: SessionId,
    round: Round,
    run: () => Promise<FinishReason>,
    signal: AbortSignal,
  ): Promise<RoundReply> {
    if (record === undefined) return round.reply(await run());
    const task = await RoundTask.begin(this.#parts.workflows, record, session, signal);
    let reason: FinishReason;
    try {
      reason = await run();
    } catch (error) {
      // Where that fails too, the task is seen as left; the first failure is the one to tell.
      await task.end('failed', Refusal.is(error) ? error.message : '').catch(() => undefined);
      throw error;
    }
    const reply = round.reply(reason);
    const said = reply.message !== null && 'content' in reply.message ? reply.message.content : undefined;
    return { ...reply, task: await task.end(reason, said ?? '') };
  }

  /** What the catalog calls a server. */
  async #nameOf({ label, remote }: ServerWish, { session }: Caller, signal: AbortSignal): Promise<string> {
    const { servers, catalog } = this.#parts;
    return remote === undefined ? label : await servers.open(catalog, session, label, remote, signal);
  }

  /** One server after the other: the first that fails ends the round before the model is asked. */
  async #tools(
    wish: RoundWish,
    caller: Caller,
    emit: (event: RoundEvent) => void,
    startsAfter: Promise<void>,
    signal: AbortSignal,
  ): Promise<RoundTools> {
    const listed: Listed[] = [];
    for (const server of wish.servers) {
      emit({ type: 'mcp.list_tools.start', mcp_server: server.label });
      const at = await this.#nameOf(server, caller, signal);
      listed.push(await listTools(this.#parts, caller, { wish: server, at, startsAfter }, signal));
    }
    const host = this.#parts.hostTools;
    if (host !== undefined && wish.hostTools !== undefined && wish.hostTools.length > 0)
      listed.push(listHostTools(host, wish.hostTools));
    const tools = new RoundTools(listed, wish.customTools);
    for (const { server_label, tools: names, warnings } of tools.servers) {
      wish.onTools?.(server_label, tools.of(server_label));
      emit({ type: 'mcp.list_tools.done', mcp_server: server_label, tools: names, warnings });
    }
    return tools;
  }
}

/** How a round ended; out of time, it ends with what there is. */
async function finished(
  running: Promise<FinishReason>,
  timeUp: AbortSignal,
  client: AbortSignal,
): Promise<FinishReason> {
  try {
    return await running;
  } catch (error) {
    if (timeUp.aborted && !client.aborted) return 'timeout';
    throw error;
  }
}
