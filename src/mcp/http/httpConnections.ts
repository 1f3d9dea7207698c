import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type InitializeRequest,
  isInitializeRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { ToolDefinition } from '../../core/registry/tool';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { IdSource } from '../../core/support/ids';
import { isModern } from '../../core/gateway/upstream/modernWords';
import { withoutNulls } from '../../core/support/leftOut';
import { isPlainMessage } from '../../core/support/plainMessage';
import type { LoopbackReply, LoopbackRequest } from '../../shared/httpExchange';
import { SURFACE_HEADER, type Surface, surfaceOf } from '../clients/surface';
import { ConnectionHalves, type Half } from '../clients/connectionHalves';
import type { ModernEndpoint } from '../modern/modernHttp';
import { type Accepted, badRequest, HttpTransport } from './httpTransport';

/** Connections at once where nothing else is said; an abandoned one costs about 83 KB. */
const MAX_CONNECTIONS = 256;

/** How long a connection is left alone after its last request, whoever wants its place, in milliseconds (chosen here). */
const GRACE_MS = 10_000;

/** When a client that found no place may try again, in seconds. */
const RETRY_S = GRACE_MS / 1_000;

/** How long a connection that nobody uses is kept, and how often that is looked at, in milliseconds. */
const IDLE_MS = 30 * 60_000;
const SWEEP_MS = 60_000;

interface OpenConnection {
  readonly transport: HttpTransport;
  lastUsedMs: number;
  /** Whether it asked for anything after it was opened: most that are left behind never did. */
  isUsed: boolean;
}

interface HttpConnectionsParts {
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Joins a new connection to an MCP server of ours. */
  readonly serve: (transport: Transport, half: Half) => Promise<void>;
  /** Finds a server's tool by its listed name; left out where there are only ours. */
  readonly toolOf?: (name: string) => ToolDefinition | undefined;
  /** Connections at once; so many clients of the newer era besides. */
  readonly most?: number;
}

/** The MCP connections of one HTTP endpoint: opened by `initialize`, ended by DELETE, by idling, or for want of room. */
export class HttpConnections implements Disposable {
  readonly #parts: HttpConnectionsParts;
  readonly #connections = new Map<string, OpenConnection>();
  readonly #halves: ConnectionHalves;
  #sweep: Disposable;
  #isClosed = false;
  /** What answers clients of the newer era, once there is one. */
  #modern: Promise<ModernEndpoint> | undefined;

  constructor(parts: HttpConnectionsParts) {
    this.#parts = parts;
    this.#halves = new ConnectionHalves(parts.clock);
    this.#sweep = this.#nextSweep();
  }

  readonly handle = async (asked: LoopbackRequest, reply: LoopbackReply): Promise<void> => {
    const request = { ...asked, body: withoutNulls(asked.body) };
    const version = request.header('mcp-protocol-version');
    // VS Code sends no version, so none is required. One of the newer era, or that nobody speaks, is that era's to answer.
    if ((version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) || isModern(request.body))
      return await (await this.#modernEndpoint()).handle(request, reply);
    const accepted = acceptedBy(request.header('accept'));
    if (!accepted.json && !accepted.events) return reply.empty(406);
    if (request.method === 'POST') return await this.#post(request, reply, accepted);
    const open = this.#find(request);
    if (!open) return reply.empty(request.header('mcp-session-id') === undefined ? 400 : 404);
    if (request.method === 'GET') return this.#listen(open, request, reply, accepted);
    await this.#end(open);
    reply.empty(200);
  };

  /** Ends every connection. */
  async close(): Promise<void> {
    this.dispose();
    this.#isClosed = true;
    const modern = this.#modern?.then(endpoint => endpoint.close());
    await Promise.all([modern, ...[...this.#connections.values()].map(open => this.#end(open))]);
  }

  dispose(): void {
    this.#sweep.dispose();
  }

  async #modernEndpoint(): Promise<ModernEndpoint> {
    const { ids, toolOf = () => undefined } = this.#parts;
    const join = (client: string, surface: Surface) => this.#halves.join(client, surface, ids.next());
    this.#modern ??= import('../modern/modernHttp').then(
      ({ ModernEndpoint: Endpoint }) => new Endpoint({ ...this.#parts, join, toolOf }),
    );
    return await this.#modern;
  }

  async #post(request: LoopbackRequest, reply: LoopbackReply, accepted: Accepted): Promise<void> {
    // Batches left the protocol in 2025-06-18: an array is no message.
    const message = messageIn(request.body);
    if (!message) return reply.json(400, badRequest('The body is not one JSON-RPC message.'));
    if (request.header('mcp-session-id') === undefined) {
      if (!isInitialize(message)) return reply.json(400, badRequest('Send initialize first.'));
      const open = await this.#open(
        message.params.clientInfo.name,
        surfaceOf(request.header(SURFACE_HEADER)),
      );
      if (!open)
        return reply.json(503, badRequest(noPlace(this.#connections.size)), {
          'retry-after': String(RETRY_S),
        });
      return open.transport.post(message, reply, accepted);
    }
    const open = this.#find(request);
    if (!open) return reply.empty(404);
    if (isInitialize(message)) return reply.json(400, badRequest('This connection is initialized already.'));
    open.isUsed ||= 'method' in message && 'id' in message;
    open.transport.post(message, reply, accepted);
  }

  #listen(open: OpenConnection, request: LoopbackRequest, reply: LoopbackReply, accepted: Accepted): void {
    if (!accepted.events) return reply.empty(406);
    open.transport.listen(reply, request.header('last-event-id'));
  }

  #find(request: LoopbackRequest): OpenConnection | undefined {
    const open = this.#connections.get(request.header('mcp-session-id') ?? '');
    if (open) open.lastUsedMs = this.#parts.clock.monotonicMs();
    return open;
  }

  async #open(client: string, surface: Surface): Promise<OpenConnection | undefined> {
    if (this.#isClosed) return undefined;
    const { ids, clock, serve, most = MAX_CONNECTIONS } = this.#parts;
    if (this.#connections.size >= most && !(await this.#makeRoom())) return undefined;
    const transport = new HttpTransport(ids.next(), ids.next().slice(0, 8));
    const open: OpenConnection = { transport, lastUsedMs: clock.monotonicMs(), isUsed: false };
    this.#connections.set(transport.sessionId, open);
    const half = this.#halves.join(client, surface, transport.sessionId);
    try {
      await serve(transport, half);
    } catch (error) {
      half.leave();
      await this.#end(open);
      throw error;
    }
    return open;
  }

  async #end(open: OpenConnection): Promise<void> {
    this.#connections.delete(open.transport.sessionId);
    await open.transport.close();
  }

  /** Ends the one that is missed least: one that never asked for anything, else the one that is quiet longest. */
  async #makeRoom(): Promise<boolean> {
    const before = this.#parts.clock.monotonicMs() - GRACE_MS;
    const idle = [...this.#connections.values()].filter(
      ({ transport, lastUsedMs }) => !transport.isInUse && lastUsedMs <= before,
    );
    const [least] = idle.sort((a, b) => Number(a.isUsed) - Number(b.isUsed) || a.lastUsedMs - b.lastUsedMs);
    if (!least) return false;
    await this.#end(least);
    return true;
  }

  #nextSweep(): Disposable {
    const timer = this.#parts.clock.after(SWEEP_MS, () => {
      const now = this.#parts.clock.monotonicMs();
      for (const open of this.#connections.values()) {
        if (!open.transport.isInUse && now - open.lastUsedMs >= IDLE_MS) void this.#end(open); // Never rejects.
      }
      this.#sweep = this.#nextSweep();
    });
    return timer;
  }
}

function noPlace(open: number): string {
  return (
    `Too many clients are connected (${open}), and each was used in the last ${GRACE_MS / 1_000} seconds. End one with DELETE, ` +
    `or try again in ${RETRY_S} seconds.`
  );
}

function isInitialize(message: JSONRPCMessage): message is JSONRPCMessage & InitializeRequest {
  return 'method' in message && message.method === 'initialize' && isInitializeRequest(message);
}

function messageIn(body: unknown): JSONRPCMessage | undefined {
  return isPlainMessage(body) ? body : JSONRPCMessageSchema.safeParse(body).data;
}

function acceptedBy(accept: string | undefined): Accepted {
  const types = accept ?? '*/*';
  const all = types.includes('*/*');
  return {
    json: all || types.includes('application/json'),
    events: all || types.includes('text/event-stream'),
  };
}
