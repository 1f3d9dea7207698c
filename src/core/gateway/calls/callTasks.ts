import { type ServerId, type SessionId, sessionId } from '../../../shared/ids';
import type { Clock } from '../../support/clock';
import type { Disposable } from '../../support/disposable';
import { Emitter } from '../../support/emitter';
import type { IdSource } from '../../support/ids';
import type { Log } from '../../support/log';
import { Refusal } from '../../support/refusal';
import type { View } from '../addresses/addressBook';
import { CallTask } from '../tools/callTask';
import { INVALID_PARAMS, ProtocolError } from '../upstream/protocolError';
import type { Caller, Session } from '../sessions/sessions';
import type { CallOptions, ProtocolObject, ToolResult } from '../upstream/upstream';

/** How long a task is kept, in milliseconds from its creation, where the client wishes nothing, and at most (chosen here). */
const DEFAULT_TTL_MS = 3_600_000;
const MAX_TTL_MS = 7_200_000;
/** A shorter wish would be over before anybody could ask for the result. */
const MIN_TTL_MS = 1_000;

/** Tasks of one session, running or kept (chosen here). */
const MAX_OF_SESSION = 64;
/** Bytes of results kept of all tasks together; the oldest go first (chosen here). */
const MAX_KEPT_BYTES = 64 * 1_048_576;
/** Tasks in one page of a list (chosen here). */
const PAGE_SIZE = 25;

/** A task has another status now. `isFor` says whether it concerns a connection. */
export interface TaskNotice {
  readonly task: ProtocolObject;
  readonly isFor: (view: View) => boolean;
}

interface CallTasksParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ids: IdSource;
  /** Whether the session may still use the server. */
  readonly holds: (session: Session, server: ServerId) => boolean;
}

/** What a task is to run. */
export interface TaskCall {
  readonly server: ServerId;
  /** How long the client wants it kept, in milliseconds. */
  readonly ttlMs: number | undefined;
  readonly options: CallOptions;
  readonly run: (options: CallOptions) => Promise<ToolResult>;
}

/**
 * The calls that clients made as tasks (MCP 2025-11-25, tasks), each for the session that made it: nobody else can tell its id
 * from one that never was. They end with their session, and with their time.
 */
export class CallTasks implements Disposable {
  readonly #parts: CallTasksParts;
  readonly #tasks = new Map<string, CallTask>();
  readonly #timers = new Map<string, Disposable>();
  readonly #notices: Emitter<TaskNotice>;
  #lastPlace = 0;

  constructor(parts: CallTasksParts) {
    this.#parts = parts;
    this.#notices = new Emitter(error =>
      parts.log.error('A client could not be told of a task', { error: String(error) }),
    );
  }

  /** Hears of each new status of a task. */
  get onNotice(): (listener: (notice: TaskNotice) => void) => Disposable {
    return this.#notices.event;
  }

  /**
   * Begins a call as a task. Resolves when its server took it on, with the task as clients see it.
   * @throws {Refusal} too-many-tasks, and whatever the call is refused with
   */
  async begin(session: Session, { server, ttlMs, options, run }: TaskCall): Promise<ProtocolObject> {
    this.#makeRoom(session);
    const task = new CallTask({
      id: this.#parts.ids.next(),
      place: ++this.#lastPlace,
      session,
      server,
      ttlMs: Math.min(Math.max(ttlMs ?? DEFAULT_TTL_MS, MIN_TTL_MS), MAX_TTL_MS),
      clock: this.#parts.clock,
      onStatus: changed => this.#changed(changed),
    });
    this.#tasks.set(task.parts.id, task);
    try {
      const begun = await task.begin(options, run);
      this.#expireLater(task);
      return begun;
    } catch (error) {
      this.#drop(task);
      throw error;
    }
  }

  /** @throws {ProtocolError} where the caller has no such task */
  get(caller: Caller, id: string): ProtocolObject {
    return this.#find(caller, id).shown();
  }

  /** What a task's call gave; waits for it. @throws {ProtocolError} as `get` @throws what the call failed with */
  async result(caller: Caller, id: string, options: CallOptions): Promise<ToolResult> {
    return await this.#find(caller, id).result(options);
  }

  /** @throws {ProtocolError} as `get`, and where it is done */
  cancel(caller: Caller, id: string): ProtocolObject {
    const task = this.#find(caller, id);
    task.cancel();
    return task.shown();
  }

  /** A page of the caller's tasks, the oldest first. @throws {ProtocolError} for a cursor of no list */
  list(
    caller: Caller,
    cursor: string | undefined,
  ): { readonly tasks: readonly ProtocolObject[]; readonly nextCursor?: string } {
    const after = cursor === undefined ? 0 : Number(cursor);
    if (cursor !== undefined && !(/^[1-9]\d{0,14}$/.test(cursor) && after <= this.#lastPlace))
      throw new ProtocolError(
        INVALID_PARAMS,
        "This cursor doesn't belong to this list. List it from the start.",
      );
    const left = [...this.#tasks.values()].filter(
      task => task.parts.place > after && isVisible(task, caller),
    );
    const page = left.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    const hasMore = left.length > page.length && last !== undefined;
    return {
      tasks: page.map(task => task.shown()),
      ...(hasMore ? { nextCursor: String(last.parts.place) } : {}),
    };
  }

  /** A session is no more: neither are its tasks. */
  sessionEnded(id: SessionId): void {
    for (const task of this.#tasks.values())
      if (task.parts.session.id === id) this.#forget(task, 'The task ended with its chat.');
  }

  /** A session switched a server off: what it runs there fails. */
  switched(server: ServerId): void {
    for (const task of this.#tasks.values())
      if (task.parts.server === server && !task.isDone && !this.#parts.holds(task.parts.session, server))
        task.fail(new Refusal('not-active-here', `"${server}" was turned off while the task ran.`));
  }

  dispose(): void {
    for (const task of this.#tasks.values()) this.#forget(task, 'Switchyard is shutting down.');
  }

  #find(caller: Caller, id: string): CallTask {
    const task = this.#tasks.get(id);
    if (task === undefined || !isVisible(task, caller))
      throw new ProtocolError(
        INVALID_PARAMS,
        'There is no task with this ID: it may have expired or ended with its chat. tasks/list shows the existing tasks.',
      );
    task.parts.session.lastUsedMs = this.#parts.clock.monotonicMs();
    return task;
  }

  #makeRoom(session: Session): void {
    const own = [...this.#tasks.values()].filter(task => task.parts.session === session);
    if (own.length < MAX_OF_SESSION) return;
    const done = own.find(({ isDone }) => isDone);
    if (done) return this.#drop(done);
    throw new Refusal(
      'too-many-tasks',
      `This chat already has ${MAX_OF_SESSION} running tasks. Wait for one of them, or cancel one with tasks/cancel.`,
    );
  }

  #expireLater(task: CallTask): void {
    const { id, ttlMs } = task.parts;
    const expire = (): void => this.#forget(task, 'The task has expired.');
    this.#timers.set(id, this.#parts.clock.after(ttlMs, expire));
  }

  #changed(task: CallTask): void {
    if (task.isDone) this.#boundBytes(task);
    const { session } = task.parts;
    this.#notices.fire({
      task: task.shown(),
      isFor: ({ connection }) => connection === session.connection,
    });
  }

  #boundBytes(newest: CallTask): void {
    let bytes = [...this.#tasks.values()].reduce((sum, task) => sum + task.bytes, 0);
    for (const task of this.#tasks.values()) {
      if (bytes <= MAX_KEPT_BYTES) break;
      if (!task.isDone || task === newest) continue;
      bytes -= task.bytes;
      this.#drop(task);
    }
  }

  /** Ends it where it runs; then nobody finds it any more. */
  #forget(task: CallTask, why: string): void {
    this.#drop(task);
    task.fail(new ProtocolError(INVALID_PARAMS, why));
  }

  #drop(task: CallTask): void {
    const { id } = task.parts;
    this.#tasks.delete(id);
    this.#timers.get(id)?.dispose();
    this.#timers.delete(id);
  }
}

/**
 * Whether a request may know of a task: it names the chat whose it is, or names none and comes over that chat's connection.
 * VS Code names the chat in its calls only, and asks for all tasks of a window without a name (seen in 1.139).
 */
function isVisible({ hasBegun, parts: { session } }: CallTask, caller: Caller): boolean {
  if (!hasBegun) return false;
  const namesNoChat = caller.session === sessionId(caller.connection);
  return session.id === caller.session || (namesNoChat && session.connection === caller.connection);
}
