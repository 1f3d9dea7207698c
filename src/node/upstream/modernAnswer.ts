import { SERVER_INFO, SUBSCRIPTION_ID } from '../../core/gateway/upstream/modernWords';
import type { ProtocolObject } from '../../core/gateway/upstream/upstream';
import { isRecord } from '../../core/support/json';

/** How a request of ours ended. */
export type Answer = { readonly result: ProtocolObject } | { readonly error: ProtocolErrorWords };

interface ProtocolErrorWords {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A result of the newer era as the older one has it: what only its neighbour needs is left out. */
export function plainResult({ resultType: _type, ttlMs: _ttl, cacheScope: _scope, ...rest }: ProtocolObject) {
  return withoutMeta(rest, SERVER_INFO);
}

/** Something that a server told whoever listens. */
export function plainNotice(params: ProtocolObject): ProtocolObject {
  return withoutMeta(params, SUBSCRIPTION_ID);
}

function withoutMeta({ _meta: meta, ...rest }: ProtocolObject, key: string): ProtocolObject {
  if (!isRecord(meta)) return rest;
  const { [key]: _between, ...left } = meta;
  return Object.keys(left).length === 0 ? rest : { ...rest, _meta: left };
}

/** What a server says of itself, as it would have answered `initialize`. */
export function greetingOf(discovered: ProtocolObject, version: string): ProtocolObject {
  const { capabilities, instructions, serverInfo, _meta: meta } = discovered;
  return {
    protocolVersion: version,
    capabilities: isRecord(capabilities) ? capabilities : {},
    serverInfo: (isRecord(meta) ? meta[SERVER_INFO] : undefined) ?? serverInfo,
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** The questions in a result, by their keys. */
export function questionsIn({
  inputRequests,
}: ProtocolObject): readonly (readonly [string, ProtocolObject])[] {
  if (!isRecord(inputRequests)) return [];
  return Object.entries(inputRequests).flatMap(([key, question]) =>
    isRecord(question) ? [[key, question] as const] : [],
  );
}
