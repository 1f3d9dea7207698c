import { isRecord } from './json';

type Fields = Readonly<Record<string, unknown>>;

/** JSON-RPC 2.0 as nearly every message has it. */
export type PlainMessage =
  | { jsonrpc: '2.0'; id: string | number; method: string; params?: Record<string, unknown> }
  | { jsonrpc: '2.0'; method: string; params?: Record<string, unknown> }
  | { jsonrpc: '2.0'; id: string | number; result: Record<string, unknown> };

/**
 * Whether a value is a message without anything unusual, seen at a glance: the SDK's schema, which would say yes to it as well, takes
 * some 30 times as long. No says nothing: then the schema decides.
 */
export function isPlainMessage(json: unknown): json is PlainMessage {
  if (!isRecord(json) || json['jsonrpc'] !== '2.0') return false;
  const { id, method } = json;
  const fields = Object.keys(json).length;
  if (method === undefined) return isId(id) && fields === 3 && isPlainContent(json['result']);
  if (typeof method !== 'string' || ('id' in json && !isId(id))) return false;
  const params = 'params' in json;
  const known = 2 + ('id' in json ? 1 : 0) + (params ? 1 : 0);
  return fields === known && (!params || isPlainContent(json['params']));
}

/** Parameters or a result: the protocol says what is in their `_meta`, and nothing of the rest. */
function isPlainContent(content: unknown): boolean {
  if (!isRecord(content)) return false;
  return !('_meta' in content) || (isRecord(content['_meta']) && isPlainMeta(content['_meta']));
}

function isPlainMeta(meta: Fields): boolean {
  if ('io.modelcontextprotocol/related-task' in meta) return false;
  return !('progressToken' in meta) || isId(meta['progressToken']);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
