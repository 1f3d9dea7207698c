import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Core } from '../../core/core';
import { limitsOfScopes } from '../../core/toolbox/scopes';
import type { LoopbackHandler } from '../../shared/httpExchange';
import { type SessionId, sessionId } from '../../shared/ids';
import type { Half } from '../clients/connectionHalves';
import type { HttpConnections } from './httpConnections';

/** Sessions of a user with the same scopes, and as many clients of the newer era: one alone must not take the memory of all (chosen here). */
const MAX_OF_USER = 32;

/** Who asks, and what for. */
export interface EndpointUser {
  readonly sub: string;
  readonly scopes: ReadonlySet<string>;
}

/** Joins a new connection to an MCP server of ours. */
type Serve = (transport: Transport, half: Half) => Promise<void>;

export interface UserConnectionsParts {
  readonly core: Core;
  readonly serve: Serve;
  /** Opens what answers one user: the runtime has it, and this file is loaded later. */
  readonly open: (serve: Serve, most: number) => HttpConnections;
}

/**
 * The connections of everybody at a shared endpoint. Each user has an endpoint of their own behind the door, so that nobody finds
 * a session of somebody else; so has each set of scopes, so that a token never acts with the rights of another one. What a
 * client says of its chat is not heard: whoever names another chat would have its rights.
 */
export class UserConnections {
  readonly #parts: UserConnectionsParts;
  readonly #users = new Map<string, HttpConnections>();
  readonly #sessions = new Map<SessionId, ReadonlySet<string>>();

  constructor(parts: UserConnectionsParts) {
    this.#parts = parts;
  }

  /** How many sessions are open. */
  get count(): number {
    return this.#sessions.size;
  }

  /** Whether a session is open and has a scope. */
  has(session: SessionId, scope: string): boolean {
    return this.#sessions.get(session)?.has(scope) ?? false;
  }

  /** What answers requests of a user. `scopes`: those that are known here. */
  of({ sub, scopes }: EndpointUser): LoopbackHandler {
    const key = JSON.stringify([sub, ...[...scopes].sort()]);
    const known = this.#users.get(key);
    if (known !== undefined) return known.handle;
    const { open, serve } = this.#parts;
    const serveHeld: Serve = async (transport, half) =>
      await serve(transport, this.#held(half, { sub, scopes }));
    const connections = open(serveHeld, MAX_OF_USER);
    this.#users.set(key, connections);
    return connections.handle;
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#users.values()].map(async each => await each.close()));
  }

  /** A connection that is one session, with the rights of its token, until it is left. */
  #held(half: Half, { sub, scopes }: EndpointUser): Half {
    const session = sessionId(half.connection);
    const { toolbox } = this.#parts.core;
    const limit = toolbox.limit(
      session,
      limitsOfScopes(scopes, name => toolbox.isModule(name)),
    );
    this.#sessions.set(session, scopes);
    return {
      ...half,
      isFixed: true,
      isRemote: true,
      user: sub,
      leave: () => {
        const isLast = half.leave();
        if (isLast) {
          limit.dispose();
          this.#sessions.delete(session);
        }
        return isLast;
      },
    };
  }
}
