import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { isTextWithin } from '../../core/support/utf8';
import { messageJson } from './toolListJson';

/** Longest message that a client gets: above all answers (`MAX_ANSWER_BYTES`), below the 10 MiB at which clients of the SDK end. */
export const MAX_MESSAGE_BYTES = 7 * 1_048_576;

/** JSON-RPC 2.0, error object. */
const INTERNAL_ERROR = -32_603;

/**
 * The message as JSON where a client can take it, else what stands for it: an error for an answer, nothing for what nobody waits
 * for.
 * @throws where it is a question of ours: it fails where it was asked
 */
export function boundedMessage(message: JSONRPCMessage): string | undefined {
  const json = messageJson(message);
  if (isTextWithin(json, MAX_MESSAGE_BYTES)) return json;
  if (isJSONRPCRequest(message)) throw new Error('The question is longer than a client takes.');
  if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return undefined;
  const text = `The answer has more than ${MAX_MESSAGE_BYTES / 1_048_576} MiB, which is more than a client takes. Ask for less.`;
  return JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: text } });
}
