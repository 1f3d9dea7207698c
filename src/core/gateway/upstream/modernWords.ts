import { isRecord } from '../../support/json';
import type { ProtocolObject } from './upstream';

/**
 * The words of the protocol's newer era (MCP 2026-07-28): no session, no `initialize`; each request says in its `_meta` which version
 * it speaks, whose it is, and what its client can do.
 */
export const MODERN_VERSION = '2026-07-28';

/** Where a message's `_meta` says so. */
const PREFIX = 'io.modelcontextprotocol/';
export const PROTOCOL_VERSION = `${PREFIX}protocolVersion`;
export const CLIENT_INFO = `${PREFIX}clientInfo`;
export const CLIENT_CAPABILITIES = `${PREFIX}clientCapabilities`;
export const LOG_LEVEL = `${PREFIX}logLevel`;
export const SERVER_INFO = `${PREFIX}serverInfo`;
export const SUBSCRIPTION_ID = `${PREFIX}subscriptionId`;

/** The extension by which a call may go on as a task. */
export const TASKS_EXTENSION = `${PREFIX}tasks`;

/** Errors that only this era has. */
export const HEADER_MISMATCH = -32_020;
export const MISSING_CAPABILITY = -32_021;
export const UNSUPPORTED_VERSION = -32_022;

/** The SDK's own error for a connection that is over. */
export const CONNECTION_CLOSED = -32_000;

/** Which parameter the header `Mcp-Name` repeats, by method. */
export const NAME_FIELD: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Whether metadata under this key is the protocol's own, between two neighbours. */
export function isProtocolMeta(key: string): boolean {
  return key.startsWith(PREFIX);
}

/** What a message says of itself; nothing where it says nothing. */
export function metaOf(message: unknown): ProtocolObject {
  const params = isRecord(message) ? message['params'] : undefined;
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}

/** Whether a message says by itself which version it speaks: none of the older era does. */
export function isModern(message: unknown): boolean {
  return PROTOCOL_VERSION in metaOf(message);
}
