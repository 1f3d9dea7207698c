import { registerClient } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformation } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { OAuthClient } from '../../core/catalog/entry/entry';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import type { Fetch } from '../net/guardedFetch';
import type { AuthorizationPlace } from './discovery';

/** Who we are to an authorization server, and how its token endpoint knows us. */
export type ChosenClient = OAuthClientInformation & {
  readonly token_endpoint_auth_method?: string | undefined;
};

interface Choice {
  readonly server: ServerId;
  /** What the user says of it. */
  readonly wanted: OAuthClient | undefined;
  readonly place: AuthorizationPlace;
  readonly redirectUrl: string;
  readonly fetch: Fetch;
}

/**
 * Who we are for a sign-in, in the specification's order: a client that was registered by hand, the document at our address,
 * one that registers itself (MCP 2025-11-25, Client Registration Approaches).
 * @throws {Refusal} sign-in-failed: what the user can do, where none of them is possible
 */
export async function chosenClient({
  server,
  wanted,
  place,
  redirectUrl,
  fetch,
}: Choice): Promise<ChosenClient> {
  const { metadata } = place;
  if (wanted?.clientId !== undefined) {
    return {
      client_id: wanted.clientId,
      ...(wanted.clientSecret === undefined ? {} : { client_secret: wanted.clientSecret }),
    };
  }
  const takesDocument = metadata?.client_id_metadata_document_supported === true;
  if (wanted?.clientMetadataUrl !== undefined && takesDocument) {
    return { client_id: wanted.clientMetadataUrl, token_endpoint_auth_method: 'none' };
  }
  // Servers of MCP 2025-03-26 without metadata let everybody register where that version says.
  if (metadata === undefined || metadata.registration_endpoint !== undefined) {
    return await registered(place, redirectUrl, fetch);
  }
  throw new Refusal('sign-in-failed', noWay(server, redirectUrl, takesDocument));
}

/** Registers us anew each time: the redirect's port is another one, and many servers compare it exactly. */
async function registered(
  { issuer, metadata, scope }: AuthorizationPlace,
  redirectUrl: string,
  fetch: Fetch,
): Promise<ChosenClient> {
  return await registerClient(issuer, {
    ...(metadata === undefined ? {} : { metadata }),
    ...(scope === undefined ? {} : { scope }),
    clientMetadata: {
      client_name: 'Switchyard',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: authMethodOf(metadata?.token_endpoint_auth_methods_supported),
      ...NATIVE,
    },
    fetchFn: fetch,
  });
}

/** A program whose redirects go to the user's own machine (MCP 2026-07-28, client registration): servers of OpenID take them for a web page's otherwise. */
const NATIVE = { application_type: 'native' };

/** As a program on the user's machine keeps no secret: `none` where the server takes that, else what it takes. */
function authMethodOf(supported: readonly string[] | undefined): string {
  if (supported === undefined || supported.includes('none')) return 'none';
  return supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

function noWay(server: ServerId, redirectUrl: string, takesDocument: boolean): string {
  const back = new URL(redirectUrl);
  back.port = '';
  const field = takesDocument ? '"clientId" or "clientMetadataUrl"' : '"clientId"';
  return (
    `Its authorization server lets only clients in that it knows. Register one there that comes back to ${back.href}, and ` +
    `write it into the entry of "${server}" in switchyard.servers or the servers file: "oauth" with ${field}. ` +
    'Where the server takes a key, one in its headers does instead.'
  );
}
