import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { INVALID_PARAMS, ProtocolError } from '../core/gateway/upstream/protocolError';
import { isRecord } from '../core/support/json';

type Handler = (request: unknown, extra: unknown) => Promise<unknown>;

/**
 * Answers a request that does not fit its schema as JSON-RPC has it, in one sentence. The SDK's server calls that an internal error of
 * ours, with what its schema found as JSON. For the handlers that the server has by now.
 */
export function tellInvalidParams(server: Server): void {
  const handlers = Reflect.get(server, '_requestHandlers') as Map<string, Handler>;
  for (const [method, handler] of handlers) {
    handlers.set(method, (request, extra) => {
      try {
        return handler(request, extra);
      } catch (error) {
        // It reads the request before it begins anything: what comes later is a rejection.
        throw invalidParams(error) ?? error;
      }
    });
  }
}

/** What a schema found, in words; undefined for any other error. */
function invalidParams(error: unknown): ProtocolError | undefined {
  if (!isRecord(error) || !Array.isArray(error['issues'])) return undefined;
  return new ProtocolError(INVALID_PARAMS, `Invalid params: ${error['issues'].map(inWords).join('; ')}.`);
}

function inWords(issue: unknown): string {
  const { path, message } = isRecord(issue) ? issue : {};
  return `${Array.isArray(path) ? path.join('.') : 'params'}: ${String(message)}`;
}
