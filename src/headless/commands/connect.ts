import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Log } from '../../core/support/log';
import { endpointOf } from '../../node/agents/mcpEndpoint';
import { StdioTransport } from '../clients/stdioTransport';

/**
 * Hands MCP on between stdio and the endpoint that Switchyard opened for a child agent, for agents that know no HTTP. Resolves
 * when the agent has gone. @throws {Refusal} bad-arguments
 */
export async function connect(log: Log, signal: AbortSignal): Promise<void> {
  const endpoint = endpointOf(process.env);
  const client = new StdioTransport(process.stdin, process.stdout);
  const pass = (to: Transport) => (message: JSONRPCMessage) => {
    to.send(message).catch((error: unknown) => {
      log.debug('A message could not be handed on', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      // Whoever waits for an answer is told.
      if (to === endpoint && 'method' in message && 'id' in message) void client.send(gone(message.id));
    });
  };
  client.onmessage = pass(endpoint);
  endpoint.onmessage = pass(client);
  await endpoint.start();
  await client.start();
  const aborted = new Promise<void>(resolve =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  await Promise.race([client.gone, aborted]);
  await endpoint.close();
  await client.close();
}

function gone(id: string | number): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32_000, message: 'Switchyard cannot be reached any more.' } };
}
