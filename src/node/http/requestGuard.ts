import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is turned away; its body is never read. */
export interface Rejection {
  readonly status: 403 | 404 | 405 | 415;
}

/** What a request must show before anything of it is read. */
export interface Guard {
  /** The port we listen on: part of the only hosts and origins that are ours. */
  readonly port: number;
  readonly path: string;
  readonly token: string;
}

const METHODS = new Set(['POST', 'GET', 'DELETE']);

/**
 * The first thing that is wrong with a request's head, or undefined. Host and Origin stop pages in a browser (DNS
 * rebinding; MCP 2025-11-25, transports, Security Warning). Without the token the answer is 404 and no more: 401 or
 * 403 there would start VS Code's sign-in dialog.
 */
export function rejection(request: IncomingMessage, guard: Guard): Rejection | undefined {
  if (!isOurHost(request, guard.port) || !isOurOrigin(request, guard.port)) return { status: 403 };
  if (!hasToken(request, guard.token)) return { status: 404 };
  if (request.url !== guard.path) return { status: 404 };
  if (!METHODS.has(request.method ?? '')) return { status: 405 };
  if (request.method === 'POST' && !isJson(request)) return { status: 415 };
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

function hasToken(request: IncomingMessage, token: string): boolean {
  const given = request.headersDistinct['authorization'] ?? [];
  const expected = Buffer.from(`Bearer ${token}`);
  const actual = Buffer.from(given[0] ?? '');
  return given.length === 1 && actual.length === expected.length && timingSafeEqual(actual, expected);
}

function isJson(request: IncomingMessage): boolean {
  const types = request.headersDistinct['content-type'] ?? [];
  return types.length === 1 && /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i.test(types[0] ?? '');
}
