import type { HttpDoor } from '../../shared/httpExchange';

const JSON_PATHS = ['/llm-exec/round', '/v1/llm-exec/round'];

/** Where the answer is a stream of events. */
export const STREAM_PATHS: readonly string[] = JSON_PATHS.map(path => `${path}/stream`);

/** Largest body of a request, in bytes. */
const MAX_BODY_BYTES = 524_288;

const asRound = (status: number, message: string): string => JSON.stringify(roundFailure(status, message));
const asResponse = (status: number, message: string): string =>
  JSON.stringify(responseFailure(status, message, 'invalid_request'));

/** Where responses of OpenAI's API are asked for. */
export const RESPONSES_PATH = '/v1/responses';

/** Where rounds are asked for, and how a request is refused there before anybody reads it. What answers is loaded later. */
export const ROUND_DOORS: readonly HttpDoor[] = [
  ...[...JSON_PATHS, ...STREAM_PATHS].map(path => ({ path, refusal: asRound })),
  { path: RESPONSES_PATH, refusal: asResponse },
].map(door => ({ ...door, methods: ['POST'], maxBodyBytes: MAX_BODY_BYTES, takesApiKey: true }));

/** The door of a path; undefined where no round is asked for there. */
export function roundDoor(path: string): HttpDoor | undefined {
  return ROUND_DOORS.find(door => door.path === path);
}

const CODES: Readonly<Record<number, string>> = { 401: 'unauthorized', 413: 'too-large' };

/** The body of a failure. */
export function roundFailure(
  statusCode: number,
  error: string,
  code = CODES[statusCode] ?? 'invalid-round',
): { readonly error: string; readonly statusCode: number; readonly code: string } {
  return { error, statusCode, code };
}

/** An error of OpenAI's API. */
export interface ResponseError {
  readonly message: string;
  readonly type: string;
  readonly param: null;
  readonly code: string;
}

/** The same in the shape of OpenAI's API. */
export function responseFailure(
  status: number,
  message: string,
  code: string,
): { readonly error: ResponseError } {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  return { error: { message, type, param: null, code } };
}
