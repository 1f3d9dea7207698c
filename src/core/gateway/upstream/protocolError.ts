/** JSON-RPC codes that we answer with ourselves (JSON-RPC 2.0; MCP 2025-11-25, resources). */
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const RESOURCE_NOT_FOUND = -32_002;
/** The client has to open an address before the call can go on (MCP 2025-11-25, elicitation). */
export const URL_ELICITATION_REQUIRED = -32_042;

/** An error in the protocol's own form: one that a server or a client answered, or one of ours in its place. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

/** The words of an error without the code that the SDK's errors put before them: it would be there twice after passing us. */
export function bareMessage(message: string): string {
  return message.replace(/^(?:MCP error -?\d+: )+/, '');
}
