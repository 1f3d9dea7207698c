import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { Refusal } from '../../core/support/refusal';
import { type OwnDocument, ownDocument } from './ownDocument';

/** What the registry of the user's own servers stands on. */
export interface OwnRegistryParts {
  /** Fixed: whoever reads it has the address in a setting. */
  readonly port: number;
  /** What stands before the paths of the API: such clients send no header, so the address is the key. */
  readonly token: string;
  readonly entries: () => readonly CatalogEntry[];
}

/** A registry that is served. */
export interface OwnRegistry {
  /** For `chat.mcp.gallery.serviceUrl` of VS Code and the like. Whoever has it can read what is served. */
  readonly url: string;
  close(): Promise<void>;
}

const DEFAULT_PAGE = 30;
const LARGEST_PAGE = 100;
const LONGEST_PATH = 4_096;

/**
 * Serves the user's own servers on this machine as an MCP registry, API version 0.1: read-only, without a value that may be secret.
 * @throws {Refusal} port-taken
 */
export async function serveOwnRegistry(parts: OwnRegistryParts): Promise<OwnRegistry> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, maxHeaderSize: 16_384 });
  server.maxConnections = 64;
  const since = new Date().toISOString();
  server.on('request', (request, response) => {
    request.resume(); // Nothing is read of a body.
    answer(request, response, { ...parts, port: portOf(server), since });
  });
  await listen(server, parts.port);
  return {
    url: `http://127.0.0.1:${portOf(server)}/${parts.token}`,
    close: async () =>
      await new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Served extends OwnRegistryParts {
  /** When it began: nothing tells when an entry was written. */
  readonly since: string;
}

function answer(request: IncomingMessage, response: ServerResponse, served: Served): void {
  const path = pathOf(request, served);
  // A page in a browser, or a name that leads here, finds nobody at home.
  if (path === undefined) return void response.writeHead(404, { 'content-length': 0 }).end();
  if (request.method === 'OPTIONS') return void response.writeHead(204, CORS).end();
  if (request.method !== 'GET') return send(response, 405, { error: 'This registry can only be read.' });
  const documents = served.entries().flatMap(entry => ownDocument(entry) ?? []);
  const { pathname, searchParams } = path;
  if (pathname === '/v0.1/servers') return send(response, 200, pageOf(documents, searchParams, served.since));
  const [, name = '', version] = /^\/v0\.1\/servers\/([^/]+)\/versions(?:\/([^/]+))?$/.exec(pathname) ?? [];
  const found = documents.find(document => document.name === decoded(name));
  const wanted = version === undefined ? undefined : decoded(version);
  const isThere =
    found !== undefined && (wanted === undefined || wanted === 'latest' || wanted === found.version);
  if (!isThere) return send(response, 404, { error: 'Server not found' });
  const told = responseOf(found, served.since);
  return send(response, 200, wanted === undefined ? { servers: [told], metadata: { count: 1 } } : told);
}

/** What is asked for, behind the token; undefined where the request is not from somebody who was given the address. */
function pathOf({ headersDistinct, url = '' }: IncomingMessage, { port, token }: Served): URL | undefined {
  const hosts = headersDistinct['host'] ?? [];
  if (hosts.length !== 1 || (hosts[0] !== `127.0.0.1:${port}` && hosts[0] !== `localhost:${port}`))
    return undefined;
  const [, key = '', rest = ''] = /^\/([^/?]*)(\/.*)$/s.exec(url) ?? [];
  const [given, expected] = [Buffer.from(key), Buffer.from(token)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (url.length > LONGEST_PATH || !URL.canParse(rest, 'http://registry')) return undefined;
  return new URL(rest, 'http://registry');
}

function pageOf(documents: readonly OwnDocument[], query: URLSearchParams, since: string): unknown {
  const search = query.get('search')?.toLowerCase() ?? '';
  const version = query.get('version') ?? 'latest';
  const after = Date.parse(query.get('updated_since') ?? '');
  const found = documents.filter(document => {
    const isNamed = `${document.name} ${document.title}`.toLowerCase().includes(search);
    return isNamed && (version === 'latest' || version === document.version) && !(Date.parse(since) < after);
  });
  // The cursor is the name that a page ended with: servers may come and go in between.
  const cursor = query.get('cursor') ?? '';
  const sorted = found.toSorted((a, b) => (a.name < b.name ? -1 : 1)).filter(({ name }) => name > cursor);
  const servers = sorted.slice(0, sizeOf(query.get('limit')));
  const next = servers.length < sorted.length ? servers.at(-1)?.name : undefined;
  return {
    servers: servers.map(document => responseOf(document, since)),
    metadata: { count: servers.length, ...(next === undefined ? {} : { nextCursor: next }) },
  };
}

function sizeOf(limit: string | null): number {
  const wanted = /^\d{1,4}$/.test(limit ?? '') ? Number(limit) : DEFAULT_PAGE;
  return Math.min(Math.max(wanted, 1), LARGEST_PAGE);
}

function responseOf(server: OwnDocument, since: string): unknown {
  const official = { status: 'active', publishedAt: since, updatedAt: since, isLatest: true };
  return { server, _meta: { 'io.modelcontextprotocol.registry/official': official } };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // No name is empty.
  }
}

/** Editors ask from pages of their own: whoever knows the token may read from anywhere. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-allow-private-network': 'true',
} as const;

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...CORS,
    'content-type': 'application/json',
    'content-length': text.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(isTaken ? new Refusal('port-taken', `Port ${port} is taken. Choose another one.`) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}
