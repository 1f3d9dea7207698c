import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import {
  CLIENT_CAPABILITIES,
  CLIENT_INFO,
  LOG_LEVEL,
  metaOf,
  MODERN_VERSION,
  PROTOCOL_VERSION,
  UNSUPPORTED_VERSION,
} from '../../core/gateway/upstream/modernWords';
import { INVALID_PARAMS, ProtocolError } from '../../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';

/** Every version that we answer in, the newest first. */
export const VERSIONS: readonly string[] = [MODERN_VERSION, ...SUPPORTED_PROTOCOL_VERSIONS];

/** What a request says of its client. */
export interface Envelope {
  readonly client: { readonly name: string; readonly version: string };
  readonly capabilities: ProtocolObject;
  /** From which level on it wants to hear logs; undefined: none. */
  readonly logLevel: string | undefined;
}

/** Who did not say its name: the protocol lets it. */
const NAMELESS = { name: 'unknown', version: '0' };

/**
 * What a request says of itself (MCP 2026-07-28, `_meta`).
 * @throws {ProtocolError} for a version that we do not speak, and where a part is missing or odd
 */
export function readEnvelope(request: JSONRPCRequest): Envelope {
  const meta = metaOf(request);
  const { [PROTOCOL_VERSION]: version, [CLIENT_CAPABILITIES]: capabilities, [CLIENT_INFO]: info } = meta;
  if (typeof version !== 'string') throw missing(PROTOCOL_VERSION);
  if (version !== MODERN_VERSION) throw unsupported(version);
  if (!isRecord(capabilities)) throw missing(CLIENT_CAPABILITIES);
  if (info !== undefined && !isNamed(info)) throw missing(CLIENT_INFO);
  const logLevel = meta[LOG_LEVEL];
  return {
    client: info ?? NAMELESS,
    capabilities,
    logLevel: typeof logLevel === 'string' ? logLevel : undefined,
  };
}

/** A version that is not spoken in this way, with those that are. */
export function unsupported(requested: string): ProtocolError {
  const data = { supported: VERSIONS, requested: requested.slice(0, 100) };
  return new ProtocolError(UNSUPPORTED_VERSION, 'Unsupported protocol version', data);
}

function missing(key: string): ProtocolError {
  return new ProtocolError(
    INVALID_PARAMS,
    `Put "${key}" into the request's _meta, as MCP ${MODERN_VERSION} has it.`,
  );
}

function isNamed(info: unknown): info is { readonly name: string; readonly version: string } {
  return isRecord(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string';
}
