import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import {
  MISSING_CAPABILITY,
  SERVER_INFO,
  SUBSCRIPTION_ID,
  TASKS_EXTENSION,
} from '../../core/gateway/upstream/modernWords';
import {
  INVALID_PARAMS,
  RESOURCE_NOT_FOUND,
  URL_ELICITATION_REQUIRED,
} from '../../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';
import { lastingList, messageJson } from '../clients/toolListJson';
import { VERSIONS } from './envelope';
import { BAD_REQUEST } from './modernReply';

/**
 * How long a client may take an answer for true without asking again, in milliseconds. Any call can change our lists, so they are
 * never older than the question.
 */
const FRESH_MS: ReadonlyMap<string, number> = new Map([
  ['server/discover', 60_000],
  ['tools/list', 0],
  ['prompts/list', 0],
  ['resources/list', 0],
  ['resources/templates/list', 0],
  ['resources/read', 0],
]);

/** An answer of our server, as this era has it: its kind, who gave it, and how long it holds. */
export function modernResult(
  method: string,
  result: ProtocolObject,
  server: unknown,
  kind = 'complete',
): ProtocolObject {
  const { _meta: meta, ...rest } = result;
  const ttlMs = kind === 'complete' ? FRESH_MS.get(method) : undefined;
  return {
    // What a server said of its own kind counts for its neighbour only.
    ...(method === 'tools/list' ? withPlainTools(rest) : rest),
    resultType: kind,
    ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: 'private' }),
    _meta: { ...(isRecord(meta) ? meta : {}), [SERVER_INFO]: server },
  };
}

/** What we are, from what our server says where a connection begins. */
export function discovered({ capabilities, instructions }: ProtocolObject): ProtocolObject {
  const { tasks, ...others } = isRecord(capabilities) ? capabilities : {};
  const extensions = tasks === undefined ? {} : { extensions: { [TASKS_EXTENSION]: {} } };
  return {
    supportedVersions: VERSIONS,
    capabilities: { ...others, ...extensions },
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** Definitions never change: each is made plain once. */
const plain = new WeakMap<object, object>();

/** This era's definitions say nothing of how a tool runs. */
function withPlainTools(result: ProtocolObject): ProtocolObject {
  const { tools } = result;
  if (!Array.isArray(tools)) return result;
  const listed = tools.filter(isRecord).map(tool => {
    if (!('execution' in tool)) return tool;
    const { execution: _none, ...rest } = tool;
    const found = plain.get(tool) ?? rest;
    plain.set(tool, found);
    return found;
  });
  return { ...result, tools: lastingList(listed) };
}

/** An answer as JSON. */
export function resultJson(id: RequestId, result: ProtocolObject): string {
  return messageJson({ jsonrpc: '2.0', id, result });
}

/** An error of the protocol, as it is answered. */
export interface ErrorWords {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An error as JSON, in this era's codes. `id`: null where the request has none that can be read. */
export function errorJson(id: RequestId | null, { code, message, data }: ErrorWords): string {
  const known = code === RESOURCE_NOT_FOUND ? INVALID_PARAMS : code;
  const error = { code: known, message, ...(data === undefined ? {} : { data }) };
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

/** The status with which an error goes over HTTP: one that a method answers is an answer. */
export function statusOf({ code }: ErrorWords): number {
  return code === MISSING_CAPABILITY ? BAD_REQUEST : 200;
}

/** The addresses that an error of the older era wants opened, as questions of this one; undefined where it wants none. */
export function addressQuestions(error: ErrorWords) {
  if (error.code !== URL_ELICITATION_REQUIRED) return undefined;
  const asked = isRecord(error.data) ? error.data['elicitations'] : undefined;
  return (Array.isArray(asked) ? asked : []).filter(isRecord);
}

/** A question of our server, as it stands in an answer: the client answers it by asking again. */
export function inputRequest(method: string, params: ProtocolObject): ProtocolObject {
  const { _meta: _between, task: _task, elicitationId: _id, ...rest } = params;
  return { method, params: rest };
}

/** Something said to whoever listens. */
export function noticeJson(subscription: RequestId, method: string, params: ProtocolObject): string {
  const { _meta: meta, ...rest } = params;
  const about = { ...(isRecord(meta) ? meta : {}), [SUBSCRIPTION_ID]: subscription };
  return JSON.stringify({ jsonrpc: '2.0', method, params: { ...rest, _meta: about } });
}
