import type { AgentAccess } from '../../core/agents/agentLink';
import type { Core } from '../../core/core';
import type { Clock } from '../../core/support/clock';
import type { Disposable } from '../../core/support/disposable';
import type { IdSource } from '../../core/support/ids';
import type { Log } from '../../core/support/log';
import type { LoopbackHandler, LoopbackServer } from '../../shared/httpExchange';
import type { SessionId } from '../../shared/ids';
import { ClientList } from '../clients/clientList';
import type { Half } from '../clients/connectionHalves';
import { serveConnection } from '../mcpServer';
import { HttpConnections } from './httpConnections';

/** What endpoints of children stand on. */
export interface ChildAccessParts {
  readonly core: Core;
  /** Version of the product. */
  readonly version: string;
  readonly log: Log;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly newToken: () => string;
  /** Starts an HTTP server on any free port, which lets in whoever has the token. */
  readonly start: (token: string, handler: LoopbackHandler) => Promise<LoopbackServer>;
}

/**
 * Opens an MCP endpoint for one child agent: with an address and a key of its own, which are worth nothing once it has ended. All
 * that comes in over it is one session, and what a person has to answer is asked at its chat.
 */
export function childAccess({ core, version, log, ids, clock, newToken, start }: ChildAccessParts) {
  return async (
    session: SessionId,
    _name: string,
    person: NonNullable<Half['person']>,
  ): Promise<AgentAccess & Disposable> => {
    const list = new ClientList(clock);
    // Its session ends with the child, not with a connection.
    const leave = (): boolean => false;
    const connections = new HttpConnections({
      ids,
      clock,
      serve: async transport => {
        const half = { surface: 'all', connection: session, list, isFixed: true, person, leave } as const;
        await serveConnection({ core, version, log }, transport, session, half);
      },
    });
    const token = newToken();
    const server = await start(token, connections.handle).catch((error: unknown) => {
      connections.dispose();
      throw error;
    });
    return {
      url: server.url,
      token,
      dispose() {
        connections.dispose();
        void connections.close().then(() => server.close()); // Neither rejects.
      },
    };
  };
}
