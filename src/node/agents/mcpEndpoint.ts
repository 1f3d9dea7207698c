import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Refusal } from '../../core/support/refusal';

/** Variables by which a child program reaches us over MCP. */
export const MCP_URL_VARIABLE = 'SWITCHYARD_MCP_URL';
export const MCP_TOKEN_VARIABLE = 'SWITCHYARD_MCP_TOKEN';

/** The endpoint of ours that these variables name, for a child on this machine. @throws {Refusal} bad-arguments */
export function endpointOf(variables: NodeJS.ProcessEnv): Transport {
  const { [MCP_URL_VARIABLE]: url = '', [MCP_TOKEN_VARIABLE]: token = '' } = variables;
  const address = URL.parse(url);
  if (address?.protocol !== 'http:' || address.hostname !== '127.0.0.1' || token === '')
    throw new Refusal(
      'bad-arguments',
      `connect needs ${MCP_URL_VARIABLE} and ${MCP_TOKEN_VARIABLE}, as Switchyard gives them to child agents.`,
    );
  const headers = { authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(address, { requestInit: { headers } });
}
