import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpDoor } from '../../shared/httpExchange';

/** Why a request is turned away; its body is never read. */
export interface Rejection {
  readonly status: 401 | 403 | 404 | 405 | 415;
  /** Empty where nothing is said. */
  readonly message: string;
}

/** What a request must show before anything of it is read. */
export interface Guard {
  /** The port we listen on: part of the only hosts and origins that are ours. */
  readonly port: number;
  /** By path. */
  readonly doors: ReadonlyMap<string, HttpDoor>;
  readonly token: string;
}

const UNAUTHORIZED =
  'Invalid authorization format or token. Send "Authorization: Bearer TOKEN" or "x-api-key: TOKEN" with the token that the program printed when it started, or that is in its --token-file; in VS Code, run "Copy Address and Token for LLM Rounds".';

/**
 * The first thing that is wrong with a request's head, or undefined. Host and Origin stop pages in a browser (DNS
 * rebinding; MCP 2025-11-25, transports, Security Warning). Without the token the answer at the MCP endpoint is 404 and no
 * more: 401 or 403 there would start VS Code's sign-in dialog.
 */
export function rejection(request: IncomingMessage, guard: Guard): Rejection | undefined {
  if (!isOurHost(request, guard.port) || !isOurOrigin(request, guard.port))
    return { status: 403, message: 'This host or origin is not allowed.' };
  const door = doorOf(request, guard);
  const isKnown =
    hasToken(request, guard.token) || (door?.takesApiKey === true && hasKey(request, guard.token));
  if (!isKnown && door?.takesApiKey === true) return { status: 401, message: UNAUTHORIZED };
  if (!isKnown || door === undefined) return { status: 404, message: '' };
  if (!door.methods.includes(request.method ?? '')) return { status: 405, message: 'Use POST.' };
  if (request.method === 'POST' && !isJson(request))
    return { status: 415, message: 'The content type must be application/json.' };
  return undefined;
}

function isOurHost(request: IncomingMessage, port: number): boolean {
  const hosts = request.headersDistinct['host'] ?? [];
  return hosts.length === 1 && (hosts[0] === `127.0.0.1:${port}` || hosts[0] === `localhost:${port}`);
}

function isOurOrigin(request: IncomingMessage, port: number): boolean {
  const origins = request.headersDistinct['origin'] ?? [];
  if (origins.length === 0) return true;
  return (
    origins.length === 1 &&
    (origins[0] === `http://127.0.0.1:${port}` || origins[0] === `http://localhost:${port}`)
  );
}

/** The door that a request is at. */
export function doorOf(request: IncomingMessage, { doors }: Guard): HttpDoor | undefined {
  return doors.get(request.url ?? '');
}

/** The name of the scheme in any case (RFC 9110, 11.1): some clients write it as `bearer`. */
function hasToken(request: IncomingMessage, token: string): boolean {
  const given = request.headersDistinct['authorization']?.map(each => each.replace(/^bearer /i, 'Bearer '));
  return isOnly(given, `Bearer ${token}`);
}

function hasKey(request: IncomingMessage, token: string): boolean {
  return isOnly(request.headersDistinct['x-api-key'], token);
}

/** Compared in a time that says nothing of where it differs. */
function isOnly(given: readonly string[] = [], wanted: string): boolean {
  const expected = Buffer.from(wanted);
  const actual = Buffer.from(given[0] ?? '');
  return given.length === 1 && actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Whether its body says that it is JSON. */
export function isJson(request: IncomingMessage): boolean {
  const types = request.headersDistinct['content-type'] ?? [];
  return types.length === 1 && /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i.test(types[0] ?? '');
}
