import type { ServerResponse } from 'node:http';
import type { RegistryEntry } from './registryDocuments';
import { type Answer, type Listen, type TestServer } from './httpListener';

/** A registry on loopback, as the test fills it. */
export interface TestRegistry extends TestServer {
  /** What it has; a test replaces it. */
  entries: readonly unknown[];
  /** Answers the next requests instead of it; undefined: it answers itself again. */
  fault: ((url: URL, response: ServerResponse) => void) | undefined;
  pageSize: number;
}

/** Answers as the registry of MCP does: pages with cursors, `search`, `updated_since`, versions. */
export async function mcpRegistry(listen: Listen, entries: readonly unknown[]): Promise<TestRegistry> {
  const answer: Answer = (request, response) => {
    const url = new URL(request.url ?? '/', 'http://registry');
    if (registry.fault !== undefined) return registry.fault(url, response);
    const named = /^\/v0\.1\/servers\/([^/]+)\/versions\/([^/]+)$/.exec(url.pathname);
    if (named !== null)
      return one(response, decodeURIComponent(named[1] ?? ''), decodeURIComponent(named[2] ?? ''));
    if (url.pathname !== '/v0.1/servers') return send(response, 404, { error: 'Not found' });
    return page(url.searchParams, response);
  };
  const registry: TestRegistry = Object.assign(await listen(answer), {
    entries,
    fault: undefined,
    pageSize: 100,
  });
  return registry;

  function one(response: ServerResponse, name: string, version: string): void {
    const found = registry.entries.find(
      entry => nameOf(entry) === name && (version === 'latest' || serverOf(entry)['version'] === version),
    );
    send(response, found === undefined ? 404 : 200, found ?? { error: 'Server not found' });
  }

  function page(query: URLSearchParams, response: ServerResponse): void {
    const search = query.get('search');
    const since = Date.parse(query.get('updated_since') ?? '1970-01-01');
    const found = registry.entries.filter(entry => {
      const official = officialOf(entry);
      const isDeleted = official['status'] === 'deleted' && query.get('updated_since') === null;
      const isNamed = search === null || nameOf(entry).includes(search);
      return isNamed && !isDeleted && !(Date.parse(String(official['updatedAt'])) < since);
    });
    const start = Number(query.get('cursor')?.replace(/^from-/, '') ?? '0');
    const size = Math.min(registry.pageSize, Number(query.get('limit') ?? '30'));
    const servers = found.slice(start, start + size);
    const hasMore = start + size < found.length;
    send(response, 200, {
      servers,
      metadata: { count: servers.length, ...(hasMore ? { nextCursor: `from-${start + size}` } : {}) },
    });
  }
}

/** Writes JSON. */
export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function serverOf(entry: unknown): Readonly<Record<string, unknown>> {
  return (entry as RegistryEntry | null)?.server ?? {};
}

function nameOf(entry: unknown): string {
  const { name } = serverOf(entry);
  return typeof name === 'string' ? name : '';
}

function officialOf(entry: unknown): Readonly<Record<string, unknown>> {
  const meta = (entry as RegistryEntry | null)?._meta ?? {};
  return (meta['io.modelcontextprotocol.registry/official'] ?? {}) as Readonly<Record<string, unknown>>;
}
