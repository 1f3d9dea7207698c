import type { Gateway } from '../gateway/gateway';
import { noTask } from '../gateway/calls/toolCalls';
import { errorClass, TOOL_ERROR } from '../gateway/upstream/followedCalls';
import type { Caller } from '../gateway/sessions/sessions';
import type { CallOptions, ProtocolObject, ToolResult } from '../gateway/upstream/upstream';
import type { Journal } from '../journal/journal';
import type { Operation, OperationKind, Outcome } from '../operations/operation';
import type { Operations } from '../operations/operations';
import type { ToolDefinition } from '../registry/tool';
import type { ToolRegistry } from '../registry/toolRegistry';
import { isRecord } from '../support/json';
import type { Clock } from '../support/clock';
import { type Disposable, disposable } from '../support/disposable';
import type { Log } from '../support/log';
import type { Trace, Tracer } from '../support/tracer';
import { Refusal } from '../support/refusal';
import { serverId, type SessionId } from '../../shared/ids';
import { answered } from './answers';
import { misfitOf, runNative } from './nativeRun';
import { ENDED, type SessionLimits, within } from './sessionLimits';
import type {
  CallableNow,
  CallingClient,
  NativeCall,
  RunnableTool,
  ToolAddress,
  ToolCallOptions,
} from './nativeTool';

interface ToolboxParts {
  readonly gateway: Gateway;
  readonly registry: ToolRegistry;
  readonly operations: Operations;
  readonly journal: Pick<Journal, 'freshen'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Follows calls; left out where nobody can. */
  readonly tracer?: Tracer;
}

/** Stands for the client where none waits: it takes all that an answer has. */
const NO_CLIENT: CallingClient = {
  isImpatient: false,
  isTextAlone: false,
  hidesTools: false,
  isListTaken: () => Promise.resolve(true),
};

/** Sessions that are remembered for having ended under limits (chosen here): what they left running is over long before. */
const MAX_ENDED = 1_000;

/** A part of a call of ours that has a call of its own, or the client's request itself. */
interface Begun {
  readonly kind: OperationKind;
  readonly parent?: Operation | undefined;
  /** It is what another call hands on, as it came: that one counts. */
  readonly isHandedOn?: boolean;
}

/**
 * The one door to every tool, ours and servers' alike, for whoever calls: clients, commands, and what runs here. Each call is an
 * operation, has the rights of its session, and is read, checked, limited and cancelled in the same way.
 */
export class Toolbox {
  readonly #parts: ToolboxParts;
  readonly #own = new Map<string, RunnableTool>();
  readonly #limits = new Map<SessionId, SessionLimits>();
  /** Sessions that had the limits of others and have ended, the oldest first. */
  readonly #ended: SessionId[] = [];
  #limitsOfOthers: SessionLimits | undefined;

  constructor(parts: ToolboxParts) {
    this.#parts = parts;
  }

  /** Adds tools of ours. From then on nobody else can take their names. */
  add(tools: readonly RunnableTool[]): void {
    for (const tool of tools) {
      this.#own.set(tool.definition.name, tool);
      this.#parts.registry.addNative(tool);
    }
  }

  /**
   * Holds every call of a session to limits, from now on.
   * @param starter the session that started it: what is refused there is refused here, too, also after that one has ended
   */
  limit(session: SessionId, limits: SessionLimits, starter?: SessionId): Disposable {
    const above = starter === undefined ? undefined : this.#limitsOf(starter);
    this.#limits.set(session, above === undefined ? limits : within(above, limits));
    return disposable(() => this.#limits.delete(session));
  }

  /** Holds every session to limits that has none of its own: what goes on after its session has ended, or was there before. */
  limitOthers(limits: SessionLimits): void {
    this.#limitsOfOthers = limits;
  }

  /** The tool of ours that a call of this name means; undefined where it means a server's or none. */
  own(tool: string): ToolDefinition | undefined {
    return this.#ownTool({ tool })?.definition;
  }

  /** Whether a server of this name is a module of ours. */
  isModule(name: string): boolean {
    return [...this.#own.values()].some(({ module }) => module === name);
  }

  /**
   * Holds every call of a session to the limits of another one, if it has any. Once that is let go the session has ended: what it left
   * running, such as a plan, calls nothing any more, since nobody would hold it to them.
   */
  limitAs(session: SessionId, other: SessionId): Disposable {
    const limits = this.#limits.get(other);
    if (limits === undefined) return disposable(() => undefined);
    this.#limits.set(session, limits);
    return disposable(() => {
      this.#limits.set(session, ENDED);
      this.#ended.push(session);
      const oldest = this.#ended.length > MAX_ENDED ? this.#ended.shift() : undefined;
      if (oldest !== undefined) this.#limits.delete(oldest);
    });
  }

  /** Whether limits of its own hold for a session. */
  isLimited(session: SessionId): boolean {
    return this.#limits.has(session);
  }

  /** Whether a session may see and call a tool of this name. */
  allows(session: SessionId, tool: string): boolean {
    return this.#limits.get(session)?.allows(tool) ?? true;
  }

  /** Holds what is done for a caller without a call to the limits of its session, as a call of this name. @throws {Refusal} */
  enter(caller: Caller, tool: string, input: unknown): void {
    this.#enter(caller, { tool }, input, false);
  }

  /** Tells the limits of a session of tokens that a model took for it. */
  spent(session: SessionId, tokens: number): void {
    this.#limitsOf(session)?.spent?.(tokens);
  }

  /**
   * Calls a tool.
   * @throws {Refusal} not-active-here, unknown-tool, invalid-arguments, cancelled, and whatever the tool refuses
   * @throws {ProtocolError} where the client, not the model, has to act
   */
  async call(
    caller: Caller,
    tool: string | ToolAddress,
    input: unknown,
    options: ToolCallOptions,
  ): Promise<ToolResult> {
    return await this.#call(caller, addressOf(tool), input, options, { kind: 'call' });
  }

  /** The same, with a refusal as an answer that a model can act on. @throws {ProtocolError} as `call` */
  async answer(
    caller: Caller,
    tool: string | ToolAddress,
    input: unknown,
    options: ToolCallOptions,
  ): Promise<ToolResult> {
    return await this.#answer(caller, addressOf(tool), input, options, { parent: options.within });
  }

  /**
   * The tool that a call of this name would reach now, without calling it.
   * @throws {Refusal} unknown-tool, tool-withheld, not-active-here
   */
  async look(caller: Caller, tool: string, signal: AbortSignal): Promise<CallableNow> {
    const own = this.#ownTool({ tool });
    if (own === undefined) return await this.#parts.gateway.planned.lookUp(caller, tool, signal);
    this.#parts.gateway.requireModule(caller, own.module);
    const misfit = (input: unknown): Refusal | undefined => misfitOf(own, input);
    return { definition: own.definition, server: own.module, isOwn: true, asks: false, misfit };
  }

  /**
   * Begins the call of a server's tool as a task, which `gateway.tasks` knows then. Tools of ours know no tasks.
   * `ttlMs`: how long the client wants it kept.
   * @throws {Refusal} as `call` @throws {ProtocolError} as `call`, and where the tool cannot run as a task
   */
  async begin(
    caller: Caller,
    tool: string,
    input: unknown,
    ttlMs: number | undefined,
    options: CallOptions,
  ): Promise<ProtocolObject> {
    const { gateway, registry } = this.#parts;
    if (registry.native(tool)) throw noTask(tool);
    const run = async (own: CallOptions) => await this.#call(caller, { tool }, input, own, { kind: 'task' });
    return await gateway.callAsTask(caller, tool, ttlMs, options, run);
  }

  async #answer(
    caller: Caller,
    address: ToolAddress,
    input: unknown,
    options: ToolCallOptions,
    begun: Omit<Begun, 'kind'>,
  ): Promise<ToolResult> {
    const { tool: name } = address;
    const { log, clock } = this.#parts;
    const explain = this.#ownTool(address)?.explain;
    const above = begun.parent?.signal;
    return await answered({ name, log, clock, signal: options.signal, above, explain }, () =>
      this.#call(caller, address, input, options, { kind: 'call', ...begun }),
    );
  }

  async #call(
    caller: Caller,
    address: ToolAddress,
    input: unknown,
    options: ToolCallOptions,
    begun: Begun,
  ): Promise<ToolResult> {
    this.#enter(caller, address, input, begun.isHandedOn === true);
    const trace = this.#trace(caller, address, input, options.meta, begun.parent);
    if (trace === undefined) return await this.#run(caller, address, input, options, begun);
    try {
      const result = await this.#run(caller, address, input, { ...options, meta: trace.meta }, begun);
      trace.end(result['isError'] === true ? TOOL_ERROR : undefined, result);
      return result;
    } catch (error) {
      const isCancelled = options.signal.aborted || begun.parent?.signal.aborted === true;
      trace.end(isCancelled ? 'cancelled' : errorClass(error));
      throw error;
    }
  }

  /** Undefined where nobody measures. A call that is part of another one is below it, if its caller names no other place. */
  #trace(
    { session }: Caller,
    address: ToolAddress,
    input: unknown,
    meta: ProtocolObject | undefined,
    parent: Operation | undefined,
  ): Trace | undefined {
    const { tracer, registry } = this.#parts;
    if (tracer === undefined) return undefined;
    const { tool, server } = address;
    const own = this.#ownTool(address);
    const id = server === undefined ? undefined : serverId(server);
    const known = id === undefined ? registry.byExposedName(tool) : registry.byServerAndName(id, tool);
    return tracer.begin({
      side: 'server',
      // Agents make names up: only those that exist are told apart.
      tool: own?.definition.name ?? known?.exposedName ?? '(unknown)',
      server: known?.server,
      session,
      meta: meta ?? metaAbove(parent),
      input,
    });
  }

  async #run(
    caller: Caller,
    address: ToolAddress,
    input: unknown,
    options: ToolCallOptions,
    { kind, parent }: Begun,
  ): Promise<ToolResult> {
    const own = this.#ownTool(address);
    const id = own?.namesOperation === true ? idIn(input) : undefined;
    const spec = {
      kind,
      name: address.tool,
      session: caller.session,
      signal: options.signal,
      ...(options.meta === undefined ? {} : { meta: options.meta }),
      ...(id === undefined ? {} : { id }),
      ...(parent === undefined ? {} : { parent }),
    };
    return await this.#parts.operations.run(
      spec,
      operation => {
        const { callingClient = NO_CLIENT, within: _parent, ...passed } = options;
        const followed = { ...passed, ...followedBy(operation, passed) };
        return own === undefined
          ? this.#parts.gateway.call(caller, address, input, followed)
          : this.#callOwn(own, { ...followed, caller, callingClient, options: followed }, input);
      },
      outcomeOf,
    );
  }

  /** @throws {Refusal} tool-not-allowed, and as `SessionLimits.enter` */
  #enter({ session }: Caller, address: ToolAddress, input: unknown, isHandedOn: boolean): void {
    const limits = this.#limitsOf(session);
    if (limits === undefined) return;
    const refusal = limits.refusalOf?.(this.#ownTool(address)?.definition, input);
    if (refusal !== undefined) throw refusal;
    if (!this.#listedNames(address).some(name => limits.allows(name)))
      throw new Refusal(
        'tool-not-allowed',
        'This tool is not among those that this agent was given. Nothing was done.',
      );
    if (!isHandedOn) limits.enter(address.tool, input);
  }

  #limitsOf(session: SessionId): SessionLimits | undefined {
    return this.#limits.get(session) ?? this.#limitsOfOthers;
  }

  /** The names under which a tool may be listed. One of another server may have the same name there. */
  #listedNames(address: ToolAddress): readonly string[] {
    const { tool, server } = address;
    const isPlain = server === undefined || tool.startsWith(`${server}__`);
    if (isPlain || this.#ownTool(address) !== undefined) return [tool];
    return [`${server}__${tool}`];
  }

  async #callOwn(
    tool: RunnableTool,
    call: Omit<NativeCall, 'callTool'>,
    input: unknown,
  ): Promise<ToolResult> {
    const { gateway, journal } = this.#parts;
    const { caller, callingClient, operation, options } = call;
    gateway.requireModule(caller, tool.module);
    const callTool: NativeCall['callTool'] = (address, given) =>
      this.#answer(
        caller,
        address,
        given,
        { ...options, callingClient },
        { parent: operation, isHandedOn: true },
      );
    const result = await runNative(tool, input, { ...call, callTool }, journal);
    // Our own answers have their limits; what they quote of servers, such as lists of tools, may be long all the same.
    return gateway.results.cut(result, {
      session: caller.session,
      maxBytes: 0,
      needsStructured: !callingClient.isTextAlone,
    });
  }

  /** The tool of ours that a call means: by its name, or by one that no server has and that can have meant nothing else. */
  #ownTool({ tool: name, server }: ToolAddress): RunnableTool | undefined {
    const { registry } = this.#parts;
    const exact = registry.native(name);
    const listed = exact ?? (registry.byExposedName(name) ? undefined : registry.meantNative(name));
    if (listed === undefined || (server !== undefined && listed.module !== server)) return undefined;
    return this.#own.get(listed.definition.name);
  }
}

function addressOf(tool: string | ToolAddress): ToolAddress {
  return typeof tool === 'string' ? { tool } : tool;
}

/** What a call has of its operation: it is cancelled with it, and says there how far it has come. */
function followedBy(
  operation: Operation,
  { onProgress }: CallOptions,
): Pick<CallOptions, 'signal' | 'onProgress'> & { readonly operation: Operation } {
  const { signal } = operation;
  if (onProgress === undefined) return { operation, signal };
  return {
    operation,
    signal,
    onProgress(progress) {
      operation.progressed(progress);
      onProgress(progress);
    },
  };
}

/** Longest `op_id` that is taken as an operation's id; a tool that has one refuses longer ones itself. */
const MAX_ID = 200;

/** The id that a caller chose for its operation (coordination modules, `op_id`). */
function idIn(input: unknown): string | undefined {
  const given = isRecord(input) ? input['op_id'] : undefined;
  const id = typeof given === 'string' ? given.trim() : '';
  return id === '' || id.length > MAX_ID ? undefined : id;
}

function outcomeOf({ isError }: ToolResult): Outcome {
  return isError === true ? { state: 'failed', code: 'tool-error' } : { state: 'succeeded' };
}

/** The metadata of the request that an operation is a part of. */
function metaAbove(operation: Operation | undefined): Operation['meta'] {
  return operation?.meta ?? (operation?.parent && metaAbove(operation.parent));
}
