import { ErrorCode, McpError, ResultSchema, type ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { ProtocolError } from '../core/gateway/upstream/protocolError';
import type { ProtocolObject } from '../core/gateway/upstream/upstream';
import { isVsCode } from './clients/callerOf';

/** A person may think about a question for this long, in milliseconds: the call's own limits come first. */
export const ASKING_MS = 3_600_000;

/**
 * How long a client that never answered such a request is waited for, in milliseconds (chosen here): one that answers no ping
 * either, and one that does, where a person may be asked first. Servers give up after a minute.
 */
const SILENT_MS = 15_000;
const THINKING_MS = 30_000;

/** How the client of a request is asked something. */
export interface Asking {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  sendRequest(
    request: ServerRequest,
    schema: typeof ResultSchema,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<ProtocolObject>;
}

/** Clients that answered a request for sampling before, by their connection: they take their time. */
const answering = new WeakSet<object>();

/**
 * Asks the client for an answer of its model. Some clients declare that they do that, and never answer: the server that asks is
 * told soon. VS Code asks its person first, and always answers.
 * @throws {ProtocolError} where it does not answer in time
 */
export async function sampled(
  connection: object,
  extra: Asking,
  request: ServerRequest,
  signal: AbortSignal,
): Promise<ProtocolObject> {
  if (answering.has(connection) || isVsCode(extra._meta))
    return await extra.sendRequest(request, ResultSchema, { signal, timeout: ASKING_MS });
  signal.throwIfAborted();
  const silence = new AbortController();
  const onAbort = (): void => silence.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let isSilent = false;
  try {
    const limits = { signal: silence.signal, timeout: THINKING_MS };
    const answer = extra.sendRequest(request, ResultSchema, limits);
    extra.sendRequest({ method: 'ping' }, ResultSchema, { signal, timeout: SILENT_MS }).catch(error => {
      isSilent = isTimeout(error);
      if (isSilent) silence.abort();
    });
    const given = await answer;
    answering.add(connection);
    return given;
  } catch (error) {
    if (!isTimeout(error) && error instanceof McpError) answering.add(connection);
    if (signal.aborted || !isTimeout(error)) throw error;
    throw unanswered(isSilent);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function unanswered(isSilent: boolean): ProtocolError {
  const within = isSilent ? `${SILENT_MS / 1_000} s, nor a ping` : `${THINKING_MS / 1_000} s`;
  return new ProtocolError(
    ErrorCode.RequestTimeout,
    `The client did not answer sampling/createMessage within ${within}. Go on without it.`,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof McpError && error.code === (ErrorCode.RequestTimeout as number);
}
