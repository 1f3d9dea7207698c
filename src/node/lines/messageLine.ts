import { type JSONRPCMessage, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../core/support/json';
import { isPlainMessage } from '../../core/support/plainMessage';
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

const NOISE: readonly Reading[] = [{ type: 'noise' }];

/** Messages that are taken of one batch (chosen here). */
const MAX_BATCH = 1_000;

/** JSON-RPC 2.0: the first of the codes that are left to servers. */
const UNKNOWN_ERROR = -32_000;

/** Reads one line: a message, or several (MCP 2025-03-26 knew batches). Never throws: whatever a server writes is data. */
export function readLine(line: string): readonly Reading[] {
  const text = /^[\s\uFEFF]/.test(line) ? line.trimStart() : line;
  // Cheaper than to let the parser throw, for servers that log to stdout.
  if (!text.startsWith('{') && !/^\[\s*\{/.test(text)) return NOISE;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return NOISE; // Noise on stdout is common and harmless: a banner, a log line.
  }
  return Array.isArray(json)
    ? json.slice(0, MAX_BATCH).map(each => readMessage(each, text.length))
    : [readMessage(json, text.length)];
}

function readMessage(json: unknown, characters: number): Reading {
  const message = messageIn(json);
  if (message && !isTooDeep(json, characters)) return { type: 'message', message };
  return isRecord(json) && isOurId(json['id']) && ('result' in json || 'error' in json)
    ? { type: 'bad-answer', id: json['id'] }
    : { type: 'noise' };
}

function messageIn(json: unknown): JSONRPCMessage | undefined {
  if (isPlainMessage(json)) return json;
  const message = JSONRPCMessageSchema.safeParse(json);
  if (message.success) return message.data;
  return isRecord(json) ? JSONRPCMessageSchema.safeParse(mended(json)).data : undefined;
}

/** What small slips mean: no version, `"error": null` beside a result, a result of `null`, an error that is a text, odd metadata. */
function mended(json: Readonly<Record<string, unknown>>): unknown {
  const { error, ...rest } = json;
  const isAnswer = rest['method'] === undefined && rest['id'] !== undefined;
  if (!isAnswer) return { ...json, jsonrpc: '2.0' };
  if (error === undefined || error === null)
    return { ...rest, jsonrpc: '2.0', ...('result' in rest ? { result: validResult(rest['result']) } : {}) };
  const { result, ...answer } = rest;
  // Both of them: nobody knows which one is meant.
  if (result !== undefined && result !== null) return undefined;
  return { ...answer, jsonrpc: '2.0', error: validError(error) };
}

/** A result of nothing, and one whose `_meta` is none. */
function validResult(result: unknown): unknown {
  if (!isRecord(result)) return result ?? {};
  const { _meta: meta, ...rest } = result;
  return isRecord(meta) ? result : rest;
}

function validError(error: unknown): unknown {
  if (!isRecord(error)) return { code: UNKNOWN_ERROR, message: textOf(error) };
  const { code, message, data } = error;
  return {
    code: typeof code === 'number' && Number.isSafeInteger(code) ? code : UNKNOWN_ERROR,
    message: textOf(message ?? code ?? 'unknown'),
    ...(data === undefined ? {} : { data }),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Stands for an answer that can't be taken, so that only its own call fails. */
export function failedAnswer(id: number, code: number): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code, message: 'The answer cannot be taken.' } };
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
