import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { INVALID_PARAMS, METHOD_NOT_FOUND, ProtocolError } from '../core/gateway/upstream/protocolError';
import type { ClientRequestMethod, ProtocolObject } from '../core/gateway/upstream/upstream';
import { isRecord } from '../core/support/json';

/** Parts of a conversation in which a model uses tools. */
const TOOL_PARTS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result']);

/**
 * A server's question as its client can take it: a server sees what we can do at best, and each client can do less.
 * @throws {ProtocolError} in the specification's words for what a client does not do
 */
export function fittedQuestion(
  can: ClientCapabilities | undefined,
  method: ClientRequestMethod,
  params: ProtocolObject,
): ProtocolObject {
  if (method === 'sampling/createMessage') return fittedSampling(can?.sampling, params);
  if (!canElicit(can?.elicitation, params)) throw cannot(method);
  return params;
}

/** Context of other servers, and tools, go to those only that said they deal with them (MCP 2025-11-25, sampling). */
function fittedSampling(can: ClientCapabilities['sampling'], params: ProtocolObject): ProtocolObject {
  if (can === undefined) throw cannot('sampling/createMessage');
  if (can.tools === undefined && usesTools(params)) {
    const message =
      'The client of this chat takes no tools in sampling/createMessage. Ask again without them.';
    throw new ProtocolError(INVALID_PARAMS, message);
  }
  const { includeContext: context, ...rest } = params;
  return can.context === undefined || context === undefined ? rest : params;
}

function usesTools({ tools, toolChoice, messages }: ProtocolObject): boolean {
  if (tools !== undefined || toolChoice !== undefined) return true;
  const parts = (Array.isArray(messages) ? (messages as unknown[]) : []).flatMap(message =>
    isRecord(message) ? message['content'] : [],
  );
  return parts.some(part => isRecord(part) && TOOL_PARTS.has(part['type']));
}

/** A client that names no mode can do forms (MCP 2025-11-25, elicitation). */
function canElicit(can: ClientCapabilities['elicitation'], params: ProtocolObject): boolean {
  if (can === undefined) return false;
  return params['mode'] === 'url' ? can.url !== undefined : can.form !== undefined || can.url === undefined;
}

function cannot(method: ClientRequestMethod): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, `The client of this chat does not support ${method}.`, {
    method,
  });
}
