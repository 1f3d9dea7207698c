import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../core/support/json';
import { isTooDeep } from './nesting';

/** What a line on a server's stdout is. */
export type Reading =
  | { readonly type: 'message'; readonly message: JSONRPCMessage }
  /** Meant as the answer to this request of ours, but not one that can be understood. */
  | { readonly type: 'bad-answer'; readonly id: number }
  | { readonly type: 'noise' };

/** Our own answers to requests whose real one can't be taken; in the range that JSON-RPC leaves to implementations. */
export const ANSWER_TOO_LARGE = -32_091;
export const ANSWER_MALFORMED = -32_092;

const NOISE: Reading = { type: 'noise' };

/** Reads one line. Never throws: whatever a server writes is data. */
export function readLine(line: string): Reading {
  // Cheaper than to let the parser throw, for servers that log to stdout.
  if (!line.startsWith('{')) return NOISE;
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return NOISE; // Noise on stdout is common and harmless (gateway.md): a banner, a log line.
  }
  const message = JSONRPCMessageSchema.safeParse(json);
  if (message.success && !isTooDeep(json)) return { type: 'message', message: message.data };
  return isRecord(json) && isOurId(json['id']) && ('result' in json || 'error' in json)
    ? { type: 'bad-answer', id: json['id'] }
    : NOISE;
}

/** Stands for an answer that can't be taken, so that only its own call fails. */
export function failedAnswer(id: number, code: number): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message: 'The answer can not be taken.' } };
}

const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const ID_FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,\s*(?:${VERSION}\s*,\s*)?"(?:result|error)"`,
);
const RESULT_FIRST = new RegExp(String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?"result"`);
/** Behind the last value of the whole object: the brace that ends the line is the object's own. */
const ID_LAST = new RegExp(String.raw`,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

/** The request that a line answers of which only both ends are left; undefined where they do not tell. */
export function requestOf(head: string, tail: string): number | undefined {
  const id = ID_FIRST.exec(head) ?? (RESULT_FIRST.test(head) ? ID_LAST.exec(tail) : undefined);
  return id?.[1] === undefined ? undefined : Number(id[1]);
}

/** The SDK numbers its requests. */
function isOurId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id);
}
