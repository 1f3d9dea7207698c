import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { METHOD_NOT_FOUND, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { IdSource } from '../../core/support/ids';
import type { Half } from '../clients/connectionHalves';
import type { Surface } from '../clients/surface';
import { type Envelope, readEnvelope } from './envelope';
import { ModernConnection } from './modernConnection';
import { BAD_REQUEST, type ModernReply, NOT_FOUND } from './modernReply';
import { errorJson } from './modernResult';

/** Clients at once where nothing else is said; the one that is quiet longest goes first. */
const MAX_CLIENTS = 256;

/** How long a client that asks for nothing is remembered, and how often that is looked at, in milliseconds. */
const IDLE_MS = 30 * 60_000;
const SWEEP_MS = 60_000;

/** The requests of this era. */
const METHODS: ReadonlySet<string> = new Set([
  'server/discover',
  'subscriptions/listen',
  'tools/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'completion/complete',
  'tasks/get',
  'tasks/update',
  'tasks/cancel',
]);

/** What the door stands on. */
export interface ModernDoorParts {
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Gives a client its place in what the gateway knows. */
  readonly join: (client: string, surface: Surface) => Half;
  /** Whether a tool can run as a task. */
  readonly runsAsTask: (tool: string) => boolean;
  /** Joins a client to an MCP server of ours. */
  readonly serve: (transport: Transport, half: Half) => Promise<void>;
  /** Clients at once. */
  readonly most?: number;
}

/** Where a request comes from, as far as its transport knows. */
export interface Arrival {
  readonly surface: Surface;
  /** What the client's configuration calls it; undefined: nothing. */
  readonly session: string | undefined;
}

interface Client {
  readonly connection: ModernConnection;
  readonly ready: Promise<void>;
  lastUsedMs: number;
}

/**
 * Answers clients of the newer era. Requests belong together by what names their client: its configuration, where that does, else
 * the name of its program. Chats that a request names are told apart behind this, as ever (`callerOf`).
 */
export class ModernDoor implements Disposable {
  readonly #parts: ModernDoorParts;
  readonly #clients = new Map<string, Client>();
  #sweep: Disposable | undefined;

  constructor(parts: ModernDoorParts) {
    this.#parts = parts;
  }

  /** Answers a request. Never rejects for what is wrong with it. */
  async take(request: JSONRPCRequest, arrival: Arrival, reply: ModernReply): Promise<void> {
    let envelope: Envelope;
    try {
      envelope = readEnvelope(request);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return reply.answer(errorJson(request.id, error), BAD_REQUEST);
    }
    if (!METHODS.has(request.method)) {
      const error = { code: METHOD_NOT_FOUND, message: 'Method not found' };
      return reply.answer(errorJson(request.id, error), NOT_FOUND);
    }
    const client = this.#find(envelope, arrival);
    await client.ready;
    client.connection.take(request, envelope, reply);
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    this.dispose();
    const all = [...this.#clients.values()];
    this.#clients.clear();
    await Promise.all(all.map(({ connection }) => connection.close()));
  }

  dispose(): void {
    this.#sweep?.dispose();
  }

  #find(envelope: Envelope, { surface, session = '' }: Arrival): Client {
    const key = JSON.stringify([surface, session, envelope.client.name]);
    const found = this.#clients.get(key) ?? this.#open(key, envelope, surface);
    found.lastUsedMs = this.#parts.clock.monotonicMs();
    return found;
  }

  #open(key: string, envelope: Envelope, surface: Surface): Client {
    const { ids, clock, join, serve, runsAsTask, most = MAX_CLIENTS } = this.#parts;
    if (this.#clients.size >= most) this.#makeRoom();
    const connection = new ModernConnection({ ids, clock, runsAsTask });
    const half = join(envelope.client.name, surface);
    const ready = serve(connection, half).then(() => connection.greet(envelope));
    const client = { connection, ready, lastUsedMs: clock.monotonicMs() };
    this.#clients.set(key, client);
    ready.catch(() => {
      half.leave();
      this.#clients.delete(key);
    });
    this.#sweep ??= this.#nextSweep();
    return client;
  }

  #makeRoom(): void {
    const idle = [...this.#clients].filter(([, { connection }]) => !connection.isInUse);
    const [least] = idle.sort(([, a], [, b]) => a.lastUsedMs - b.lastUsedMs);
    if (least) this.#end(...least);
  }

  #end(key: string, { connection }: Client): void {
    this.#clients.delete(key);
    void connection.close(); // Never rejects.
  }

  #nextSweep(): Disposable {
    return this.#parts.clock.after(SWEEP_MS, () => {
      const before = this.#parts.clock.monotonicMs() - IDLE_MS;
      for (const [key, client] of this.#clients)
        if (!client.connection.isInUse && client.lastUsedMs <= before) this.#end(key, client);
      this.#sweep = this.#clients.size === 0 ? undefined : this.#nextSweep();
    });
  }
}
