import type { AuthServer } from './authServer';
import { bodyOf, type Listen } from './httpListener';
import { type Gate, type OnCall, type RemoteMcp, remoteMcpOver } from './remoteMcp';

export interface ProtectedWishes {
  /** Where it says that it describes itself; at the usual place unless said. */
  readonly resourceMetadata?: string;
  /** Fields of its description that are others. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** The scope it asks for. */
  readonly scope?: string;
  /** Whether its tool fails with the token that it was shown, as careless servers do. */
  readonly echoes?: boolean;
  /** Whether it lets anybody `initialize`, and refuses what comes after. */
  readonly beginsOpenly?: boolean;
}

/** What it is, and what it may ask for from some moment on. */
export type ProtectedMcp = RemoteMcp & { needScope(scope: string | undefined): void };

/** An MCP server that lets in only who was signed in by the authorization server. */
export async function protectedMcpOver(
  listen: Listen,
  auth: AuthServer,
  { resourceMetadata, about = {}, scope, echoes = false, beginsOpenly = false }: ProtectedWishes = {},
): Promise<ProtectedMcp> {
  let needed: string | undefined;
  let shown: string | undefined;
  const gate: Gate = async (request, response) => {
    shown = request.headers.authorization;
    const metadata = `${server.origin}/.well-known/oauth-protected-resource/mcp`;
    if (request.url === '/.well-known/oauth-protected-resource/mcp') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ resource: server.url, authorization_servers: [auth.origin], ...about }));
      return true;
    }
    if (auth.accepts(request.headers.authorization)) {
      if (needed === undefined) return false;
      const rights = `Bearer error="insufficient_scope", scope="${needed}", resource_metadata="${metadata}"`;
      response.setHeader('www-authenticate', rights);
      response.writeHead(403).end();
      return true;
    }
    if (beginsOpenly && isBeginning(await bodyOf(request))) {
      response.setHeader('content-type', 'application/json');
      response.end('{"jsonrpc":"2.0","id":0,"result":{}}');
      return true;
    }
    const scopes = scope === undefined ? '' : `, scope="${scope}"`;
    response.setHeader(
      'www-authenticate',
      `Bearer resource_metadata="${resourceMetadata ?? metadata}"${scopes}`,
    );
    response.writeHead(401).end('{"error":"invalid_token"}');
    return true;
  };
  const echo: OnCall = ({ id }, response) => {
    if (!echoes) return false;
    const result = { content: [{ type: 'text', text: `Your header was ${shown}` }], isError: true };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    return true;
  };
  const server: RemoteMcp = await remoteMcpOver(listen, gate, echo);
  return { ...server, needScope: wanted => void (needed = wanted) };
}

function isBeginning(body: string): boolean {
  return body.includes('"method":"initialize"');
}
