import type { Core } from '../../core/core';
import type { Clock } from '../../core/support/clock';
import type { IdSource } from '../../core/support/ids';
import type { Log } from '../../core/support/log';
import type { LoopbackHandler, LoopbackServer } from '../../shared/httpExchange';
import { serveConnection, type ServerParts } from '../mcpServer';
import type { HttpInfo } from '../toolkit/productInfo';
import { HttpConnections } from './httpConnections';

/** What an endpoint needs of its host. */
export interface HttpEndpointParts {
  readonly core: Core;
  /** Version of the product. */
  readonly version: string;
  readonly log: Log;
  /** What a list of tools waits for. */
  readonly beforeTools?: () => Promise<void>;
  readonly ids: IdSource;
  readonly clock: Clock;
  /** Hears how the endpoint is reached, before anybody reaches it. */
  readonly onListening: (http: HttpInfo) => void;
  /** Starts the HTTP server that the room node has, with this handler. */
  readonly start: (handler: LoopbackHandler) => Promise<LoopbackServer>;
}

/** Serves MCP over HTTP until it is closed. @throws what `start` throws */
export async function openHttpEndpoint(parts: HttpEndpointParts): Promise<LoopbackServer> {
  const { core, version, log, beforeTools, ids, clock, onListening, start } = parts;
  // Tools tell where they are reached, which is known once the server listens: connections wait for it.
  const serving = Promise.withResolvers<ServerParts>();
  const connections = new HttpConnections({
    ids,
    clock,
    toolOf: name => core.registry.byExposedName(name)?.definition,
    serve: async (transport, half) =>
      serveConnection(await serving.promise, transport, half.connection, half),
  });
  const server = await start(connections.handle).catch((error: unknown) => {
    connections.dispose();
    throw error;
  });
  const { hostname, port, pathname } = new URL(server.url);
  onListening({ enabled: true, host: hostname, port: Number(port), path: pathname });
  serving.resolve({ core, log, version, ...(beforeTools === undefined ? {} : { beforeTools }) });
  return {
    url: server.url,
    async close() {
      await connections.close(); // First, so that whoever waits for an answer is told.
      await server.close();
    },
  };
}
