import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { bareMessage, ProtocolError } from '../../core/gateway/upstream/protocolError';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import { MAX_LINE_BYTES } from '../lines/lineReader';
import { ANSWER_MALFORMED, ANSWER_TOO_LARGE } from '../lines/messageLine';
import { namedAddresses, namedMessage } from './serverQuestion';

/** The server's own answer, without the words that the SDK puts before it. */
export function asProtocolError(error: unknown): unknown {
  if (!(error instanceof McpError)) return error;
  return new ProtocolError(error.code, bareMessage(error.message), error.data, { cause: error });
}

/** A call that can go on only after somebody opened an address: for the client, where anybody may be asked to open it. */
export function addressWanted(server: ServerId, what: string, error: McpError): Error {
  try {
    const data = namedAddresses(server, error.data);
    return new ProtocolError(error.code, namedMessage(server, bareMessage(error.message)), data, {
      cause: error,
    });
  } catch (problem) {
    if (!(problem instanceof ProtocolError)) throw problem;
    const message = `"${server}" wants an address opened before "${what}" can run. ${problem.message} This is a fault of the server.`;
    return new Refusal('bad-address', message, { server, tool: what }, { cause: error });
  }
}

/** Whether the connection ended. Its code is one that servers use for errors of their own too: only the SDK's words tell. */
export function isConnectionClosed(error: unknown): boolean {
  return (
    error instanceof McpError &&
    error.code === ErrorCode.ConnectionClosed &&
    bareMessage(error.message) === 'Connection closed'
  );
}

/** Whether the SDK gave up waiting. Servers use its code for errors of their own too. */
export function isWaitOver(error: unknown): boolean {
  return (
    error instanceof McpError &&
    error.code === ErrorCode.RequestTimeout &&
    /^(?:Request timed out|Maximum total timeout exceeded)$/.test(bareMessage(error.message))
  );
}

/** Whether the server said something, if only that it does not know the request. */
export function isAnswer(error: unknown): boolean {
  if (error instanceof McpError) return !isWaitOver(error) && !isConnectionClosed(error);
  // An HTTP status.
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && error.code >= 100;
}

/** What the server answered in place of a result, for the model. */
export function refusedCall(server: ServerId, tool: string, error: McpError): Refusal {
  if (error.code === ANSWER_TOO_LARGE || error.code === ANSWER_MALFORMED)
    return badAnswer(server, tool, error);
  return new Refusal(
    'upstream-failed',
    `"${server}" refused "${tool}" (${error.code}): ${bareMessage(error.message)}${dataOf(error)}`,
    { server, tool },
    { cause: error },
  );
}

/** Characters of what a server says beside its message (chosen here). */
const MAX_DATA = 1_000;

/** What it says beside its message, as many servers tell there what to do: a line of its own. */
function dataOf({ data }: McpError): string {
  const text = data === undefined || data === null ? '' : JSON.stringify(data);
  if (text === '') return '';
  return `\nData: ${text.length > MAX_DATA ? `${text.slice(0, MAX_DATA).toWellFormed()}…` : text}`;
}

/** A server that took too long. */
export function timedOut(server: ServerId, what: string, idleMs?: number): Refusal {
  const limit = idleMs === undefined ? 'in time' : `within ${idleMs / 1_000} s, the "timeout" of its entry`;
  const message = `"${server}" did not answer "${what}" ${limit}; the call was cancelled. Try again, or with less.`;
  return new Refusal('upstream-timeout', message, { server, tool: what });
}

/** The server did its part; what it sent can't be taken. It goes on running. */
function badAnswer(server: ServerId, tool: string, cause: McpError): Refusal {
  const message =
    cause.code === ANSWER_TOO_LARGE
      ? `"${server}" answered "${tool}" with more than ${MAX_LINE_BYTES / 1_048_576} MiB, which is too large to take. Ask for less, e.g. for one file or one page.`
      : `"${server}" answered "${tool}" with something that is no answer in the protocol. This is a fault of the server.`;
  return new Refusal('bad-answer', message, { server, tool }, { cause });
}
