import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AUDIENCE, type TokenIssuer } from '../support/tokenIssuer';
import { Agent, start } from './clients';
import type { World } from './world';

export const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** What opens a session of the older era. */
export const INITIALIZE = {
  ...PING,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const MODERN = '2026-07-28';
const PREFIX = 'io.modelcontextprotocol/';

/** A program that serves many people, who sign in at this issuer. `more`: further flags. */
export async function endpointOf(of: World, by: TokenIssuer, ...more: readonly string[]) {
  const flags = ['--http', '--oauth-issuer', by.origin, '--oauth-audience', AUDIENCE];
  const started = start([...of.options, ...flags, ...more], { SWITCHYARD_DEBUG: '1' });
  const said = JSON.parse(await started.line()) as { readonly url: string; readonly listening: string };
  return { started, listening: said.listening, ...reachedAt(said.url) };
}

/** What clients do at an endpoint. */
export function reachedAt(url: string) {
  const post = async (
    authorization: string | undefined,
    body: unknown = PING,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
  return {
    url,
    post,
    at: (path: string) => new URL(path, url).href,
    /** A request of the newer era, which belongs to no session. */
    async ask(
      token: string,
      method: string,
      params: Readonly<Record<string, unknown>> = {},
      client = 'test',
    ) {
      const meta = {
        [`${PREFIX}protocolVersion`]: MODERN,
        [`${PREFIX}clientCapabilities`]: {},
        [`${PREFIX}clientInfo`]: { name: client, version: '1' },
      };
      const name = params['name'] ?? params['uri'];
      return await post(
        `Bearer ${token}`,
        { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
        {
          'mcp-protocol-version': MODERN,
          'mcp-method': method,
          ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
        },
      );
    },
    /** Opens a session of the older era. Its id. */
    async open(token: string): Promise<string> {
      const answer = await post(`Bearer ${token}`, INITIALIZE);
      await answer.text();
      return answer.headers.get('mcp-session-id') ?? '';
    },
    async agent(token: string, agent = new Agent()) {
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
      return { agent: await agent.connect(transport), transport };
    },
  };
}

/** A call of a tool, as a message. */
export function callOf(name: string, args: Readonly<Record<string, unknown>> = {}) {
  return { ...PING, method: 'tools/call', params: { name, arguments: args } };
}
