import type { Result } from '@modelcontextprotocol/sdk/types.js';
import { INVALID_PARAMS, ProtocolError } from '../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../core/gateway/upstream/upstream';
import { Refusal } from '../core/support/refusal';

/** The answer as the SDK sends it; errors in the protocol's form. */
export async function protocolAnswer(answer: () => Promise<ProtocolObject>): Promise<Result> {
  try {
    return { ...(await answer()) };
  } catch (error) {
    throw inProtocol(error);
  }
}

/** A refusal in the protocol's form: the SDK answers with an error's own code, words and data. Whatever is a bug stays one. */
export function inProtocol(error: unknown): unknown {
  return Refusal.is(error)
    ? new ProtocolError(INVALID_PARAMS, error.message, { code: error.code, details: error.details })
    : error;
}
