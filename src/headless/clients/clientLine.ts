import {
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../core/support/json';
import { withoutNulls } from '../../core/support/leftOut';
import { isPlainMessage } from '../../core/support/plainMessage';
import { isModestJson } from '../../node/http/jsonShape';
import { ANSWER_MALFORMED, ANSWER_TOO_LARGE, failedAnswer, requestOf } from '../../node/lines/messageLine';

/** Longest message of a client, in bytes. Servers of the SDK end when a message of 10 MiB is passed on to them. */
export const MAX_CLIENT_MESSAGE_BYTES = 8 * 1_048_576;

/** Messages of this size are looked at before they are parsed, and may have so many members (chosen here). */
const LARGE_CHARACTERS = 1_048_576;
const LARGE_SHAPE = { depth: Infinity, members: 500_000 };

/** Characters of either end of a message in which its id is looked for. */
const EDGE = 2_048;

/** JSON-RPC 2.0, error object. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** An answer to somebody whose request may have no id that can be read (JSON-RPC 2.0: null then). */
export interface ErrorAnswer {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What a line of a client is. */
export type ClientReading =
  | { readonly type: 'message'; readonly message: JSONRPCMessage }
  | { readonly type: 'refused'; readonly answer: ErrorAnswer }
  | { readonly type: 'nothing' };

const NOTHING: ClientReading = { type: 'nothing' };

/** Reads one line of a client. Never throws; whatever is meant as a request gets an answer. */
export function readClientLine(line: string): ClientReading {
  if (line.length > LARGE_CHARACTERS && !isModestJson(Buffer.from(line), LARGE_SHAPE)) {
    const why = `more than ${LARGE_SHAPE.members} members`;
    return tooMuch(line.slice(0, EDGE), line.slice(-EDGE), why, {});
  }
  let json: unknown;
  try {
    json = withoutNulls(JSON.parse(line));
  } catch {
    // The parser's message would quote the line.
    return refused(null, PARSE_ERROR, 'This line is not JSON. Send one JSON-RPC message per line.');
  }
  if (isPlainMessage(json)) return { type: 'message', message: json };
  const message = JSONRPCMessageSchema.safeParse(json);
  if (message.success) return { type: 'message', message: message.data };
  return malformed(json);
}

/** What to do about a line that was too long, of which only both ends are left. */
export function readDroppedLine(head: string, tail: string): ClientReading {
  const limitBytes = MAX_CLIENT_MESSAGE_BYTES;
  return tooMuch(head, tail, `more than ${limitBytes / 1_048_576} MiB`, { limitBytes });
}

function tooMuch(head: string, tail: string, why: string, data: object): ClientReading {
  // The answer to a question of ours fails that question. We number our requests.
  const ours = requestOf(head, tail);
  if (ours !== undefined) return { type: 'message', message: failedAnswer(ours, ANSWER_TOO_LARGE) };
  const id = idIn(head, tail);
  if (id === undefined && /^\s*\{[^{]{0,100}"method"\s*:\s*"notifications\//.test(head)) return NOTHING;
  return refused(
    id ?? null,
    INVALID_REQUEST,
    `This message has ${why}, which exceeds Switchyard's limit. Nothing was done. Send less: several calls, or the ` +
      'path of a file instead of its content.',
    data,
  );
}

function malformed(json: unknown): ClientReading {
  const id = isRecord(json) && isId(json['id']) ? json['id'] : null;
  if (isRecord(json) && ('result' in json || 'error' in json)) {
    const isOurs = typeof id === 'number' && Number.isSafeInteger(id);
    return isOurs ? { type: 'message', message: failedAnswer(id, ANSWER_MALFORMED) } : NOTHING;
  }
  return refused(
    id,
    INVALID_REQUEST,
    'This is not a JSON-RPC message. Send one message per line, not a batch.',
  );
}

function refused(id: RequestId | null, code: number, message: string, data?: unknown): ClientReading {
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  return { type: 'refused', answer: { jsonrpc: '2.0', id, error } };
}

const ID = String.raw`-?\d{1,15}|"(?:[^"\\]|\\.){0,200}"`;
const OTHER = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"`;
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*(?:${OTHER}\s*,\s*){0,2}"id"\s*:\s*(${ID})\s*,`);
/** Behind the last value of the whole object: the brace that ends the line is the object's own. */
const ID_LAST = new RegExp(String.raw`,\s*"id"\s*:\s*(${ID})\s*(?:,\s*${OTHER}\s*){0,2}\}\s*$`);

/** The id of a request of which only both ends are left. */
function idIn(head: string, tail: string): RequestId | undefined {
  const found = (ID_FIRST.exec(head) ?? ID_LAST.exec(tail))?.[1];
  try {
    const id: unknown = found === undefined ? undefined : JSON.parse(found);
    return isId(id) ? id : undefined;
  } catch {
    return undefined; // Cut where it looked whole.
  }
}

function isId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
}
