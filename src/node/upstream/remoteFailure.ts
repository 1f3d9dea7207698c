import { SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { OutgoingFailure } from '../net/outgoingFailure';

/** The SDK's code for an answer that is neither JSON nor a stream of events. */
const NOT_MCP = -1;

/**
 * Why a remote server could not be used, in a sentence or two. An HTTP error's own text may quote our headers back: it is not
 * passed on.
 */
export function remoteFailure(cause: unknown): string {
  if (cause instanceof OutgoingFailure) return cause.why;
  const status = statusOf(cause);
  if (status === 401 || status === 403) return `It refused us (HTTP ${status}). Check its credentials.`;
  if (status !== undefined && status >= 300 && status < 400) {
    return `It sends us to another address (HTTP ${status}), which is not followed. Put the right address into its entry.`;
  }
  if (status !== undefined && status >= 500)
    return `It has a problem of its own (HTTP ${status}). Try again later.`;
  if (status !== undefined) return `It answered HTTP ${status}. Check its address.`;
  if (cause instanceof StreamableHTTPError && cause.code === NOT_MCP) {
    return 'It answered with something else than MCP, such as a web page. Check its address.';
  }
  return 'It could not be reached, or does not speak MCP. Check its address and your network.';
}

/** The HTTP status in an error of the SDK's transports. */
export function statusOf(cause: unknown): number | undefined {
  if (!(cause instanceof StreamableHTTPError) && !(cause instanceof SseError)) return undefined;
  return cause.code !== undefined && cause.code >= 100 && cause.code < 600 ? cause.code : undefined;
}
