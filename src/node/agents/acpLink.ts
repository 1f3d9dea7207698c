import {
  client as acpClient,
  type ClientConnection,
  type ClientContext,
  type ContentBlock,
  type InitializeResponse,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { coordinationError } from '../../core/coordination/coordinationError';
import type { AgentAccess, AgentEvents, AgentLink, AgentMessage } from '../../core/agents/agentLink';
import { oneLine } from '../../core/catalog/entry/plainText';
import { isRecord } from '../../core/support/json';
import { Refusal } from '../../core/support/refusal';
import type { ServerProcesses, StdioLaunch } from '../processes/serverProcesses';
import { AgentProcess } from './agentProcess';
import { TurnMessages } from './turnMessages';

/** What an ACP agent is started with besides its command. */
export interface AcpSession {
  /** An absolute path. */
  readonly cwd: string;
  readonly access: AgentAccess | undefined;
  /** Starts what hands MCP on to agents that know no HTTP. */
  readonly bridge: (access: AgentAccess) => McpServer;
  /** Of the product. */
  readonly version: string;
}

/** Most characters of what an agent says of an error. */
const MAX_SAID = 300;

/** An agent that speaks the Agent Client Protocol, version 1, with one session. */
export class AcpLink implements AgentLink {
  readonly ready: Promise<AgentMessage>;
  readonly #process: AgentProcess;
  readonly #events: AgentEvents;
  readonly #session: AcpSession;
  readonly #messages: TurnMessages;
  readonly #connection: ClientConnection;
  /** What the SDK reads: lines of the agent. */
  readonly #lines = lineStream();
  #sessionId: string | undefined;
  /** Turns run one after the other; each resolves when the next may begin, and never rejects. */
  #turns: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isGone = false;
  #permissions = new AbortController();

  /** @throws as `ServerProcesses.spawn` */
  constructor(
    name: string,
    processes: ServerProcesses,
    launch: StdioLaunch,
    session: AcpSession,
    events: AgentEvents,
  ) {
    this.#events = events;
    this.#session = session;
    this.#messages = new TurnMessages(message => this.#tell(message));
    this.#process = new AgentProcess(name, processes, launch, {
      line: line => this.#take(line),
      words: line => events.wrote('stderr', line, undefined),
      received: bytes => events.received(bytes),
    });
    this.#connection = this.#connect();
    const gone = this.#process.gone.then(() => {
      this.#messages.flush();
      this.#isGone = true;
      this.#permissions.abort();
      this.#lines.end();
      this.#connection.close();
      events.ended(this.#process.ending, this.#process.code);
    });
    this.ready = Promise.race([
      this.#open(),
      gone.then((): never => {
        throw failed(`It ended before it spoke the Agent Client Protocol. ${this.#process.ending}`);
      }),
    ]);
    this.ready.catch(() => undefined); // Whoever waits for it hears of it.
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  async started(): Promise<void> {
    await this.#process.started();
  }

  /** Begins a turn after those before it. Resolves when it is in line: how it ends is told as a message. */
  async send(payload: unknown): Promise<void> {
    const prompt = promptIn(payload);
    await this.ready;
    this.#waiting += 1;
    this.#turns = this.#turns.then(async () => {
      await this.#turn(prompt);
      this.#waiting -= 1;
    });
  }

  interrupt(): void {
    this.#permissions.abort();
    this.#permissions = new AbortController();
    if (this.#sessionId === undefined) return;
    this.#connection.agent
      .notify(methods.agent.session.cancel, { sessionId: this.#sessionId })
      .catch(() => undefined); // It has gone: nothing is left to cancel.
  }

  async close(): Promise<void> {
    await this.#process.close();
  }

  kill(): void {
    this.#process.kill();
  }

  #connect(): ClientConnection {
    const output = new WritableStream<Uint8Array>({
      write: async bytes => await this.#process.write(Buffer.from(bytes).toString('utf8').trimEnd()),
    });
    return acpClient({ name: 'switchyard' })
      .onNotification(methods.client.session.update, ({ params }) => this.#messages.take(params.update))
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        return await this.#permission(params, signal);
      })
      .connect(ndJsonStream(output, this.#lines.readable));
  }

  /** @throws {Refusal} E-CHILD-PROTOCOL */
  async #open(): Promise<AgentMessage> {
    const { agent } = this.#connection;
    const { version, cwd } = this.#session;
    const met = await saying('initialize', () =>
      agent.request(methods.agent.initialize, {
        protocolVersion: PROTOCOL_VERSION,
        // It has its own ways to files and terminals: what it does there is seen in the snapshots.
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: 'switchyard', title: 'Switchyard', version },
      }),
    );
    if (met.protocolVersion !== PROTOCOL_VERSION)
      throw failed(
        `It speaks version ${String(met.protocolVersion)} of the Agent Client Protocol; version ${PROTOCOL_VERSION} is needed.`,
      );
    const servers = this.#servers(met);
    const { sessionId } = await saying('session/new', () =>
      agent.request(methods.agent.session.new, { cwd, mcpServers: servers }),
    );
    this.#sessionId = sessionId;
    const { agentInfo } = met;
    const message: AgentMessage = {
      type: 'ready',
      agent: oneLine(agentInfo?.title ?? agentInfo?.name ?? 'unknown', 100),
      version: oneLine(agentInfo?.version ?? 'unknown', 50),
      servers: servers.length,
    };
    this.#tell(message);
    return message;
  }

  #servers({ agentCapabilities }: InitializeResponse): McpServer[] {
    const { access, bridge } = this.#session;
    if (access === undefined) return [];
    if (agentCapabilities?.mcpCapabilities?.http !== true) return [bridge(access)];
    const headers = [{ name: 'Authorization', value: `Bearer ${access.token}` }];
    return [{ type: 'http', name: 'switchyard', url: access.url, headers }];
  }

  /** Never rejects: a turn that fails is told as an error, but for one that ends with its agent, whose end is told. */
  async #turn(prompt: ContentBlock[]): Promise<void> {
    const sessionId = this.#sessionId ?? '';
    try {
      const { stopReason } = await promptOn(this.#connection.agent, sessionId, prompt);
      this.#tell({ type: 'result', stop_reason: stopReason, text: this.#messages.takeAnswer() });
    } catch (error) {
      if (this.#isGone) return;
      const text = this.#messages.takeAnswer();
      this.#tell({ type: 'error', message: said(error), ...(text === '' ? {} : { text }) });
    }
  }

  async #permission(
    { toolCall, options }: RequestPermissionRequest,
    signal: AbortSignal,
  ): Promise<RequestPermissionResponse> {
    this.#messages.flush();
    const asked = {
      title: toolCall.title ?? toolCall.kind ?? 'unknown',
      input: isRecord(toolCall.rawInput) ? toolCall.rawInput : {},
      options: options.map(({ optionId: id, name, kind }) => ({ id, name, kind })),
    };
    const either = AbortSignal.any([signal, this.#permissions.signal]);
    const optionId = await this.#events.permission(asked, either).catch(() => undefined);
    this.#tell({ type: 'permission', title: asked.title, answer: optionId ?? 'cancelled' });
    return {
      outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
    };
  }

  /** Lines that are no message of the protocol are for people. */
  #take(line: string): void {
    if (line.startsWith('{')) this.#lines.push(line);
    else this.#events.wrote('stdout', line, undefined);
  }

  #tell(message: AgentMessage): void {
    this.#events.wrote('stdout', JSON.stringify(message), message);
  }
}

async function promptOn(agent: ClientContext, sessionId: string, prompt: ContentBlock[]) {
  return await agent.request(methods.agent.session.prompt, { sessionId, prompt });
}

/** A text, `{prompt}` with one, or content blocks as the protocol has them. @throws {Refusal} E-CHILD-INVALID-INPUT */
function promptIn(payload: unknown): ContentBlock[] {
  const given = isRecord(payload) && 'prompt' in payload ? payload['prompt'] : payload;
  if (typeof given === 'string' && given.trim() !== '') return [{ type: 'text', text: given }];
  if (Array.isArray(given) && given.length > 0 && given.every(isBlock)) return given;
  throw coordinationError('E-CHILD-INVALID-INPUT', {
    message: 'An ACP agent takes a text, an object with the field "prompt", or a list of content blocks.',
    hint: 'pass payload as {"prompt": "…"}',
  });
}

function isBlock(block: unknown): block is ContentBlock {
  return isRecord(block) && typeof block['type'] === 'string';
}

/** @throws {Refusal} E-CHILD-PROTOCOL with what the agent said */
async function saying<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw Refusal.is(error) ? error : failed(`${what} failed: ${said(error)}`);
  }
}

function said(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : 'unknown', MAX_SAID);
}

function failed(why: string): Refusal {
  return coordinationError('E-CHILD-PROTOCOL', {
    message: 'It could not be spoken to over the Agent Client Protocol.',
    details: { why },
    hint: 'check that the command starts an ACP agent and is signed in',
  });
}

/** A stream of lines that is fed by hand. */
function lineStream(): {
  readonly readable: ReadableStream<Uint8Array>;
  push(line: string): void;
  end(): void;
} {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const readable = new ReadableStream<Uint8Array>({
    start: given => {
      controller = given;
    },
  });
  return {
    readable,
    push: line => controller?.enqueue(Buffer.from(`${line}\n`)),
    end() {
      controller?.close();
      controller = undefined;
    },
  };
}
