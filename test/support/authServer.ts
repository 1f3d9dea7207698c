import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { bodyOf, type Listen, type TestServer } from './httpListener';

/** An authorization server that lets everybody in at once and checks everything else. */
export interface AuthServer extends TestServer {
  /** Whether a request to the protected server brings a token that holds now. */
  accepts(authorization: string | undefined): boolean;
  /** Makes every access token worthless, as time does. */
  expireTokens(): void;
  /** Makes every refresh token worthless, as an operator does. */
  endGrants(): void;
  /** What the authorization endpoint was asked, in order. */
  readonly authorizations: readonly URLSearchParams[];
  /** How often tokens were refreshed. */
  refreshes(): number;
}

export interface AuthWishes {
  /** Fields of the metadata that are others. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** What it says of itself when it sends the browser back; its name unless said. */
  readonly iss?: string;
  /** Seconds that an access token holds for. */
  readonly expiresIn?: number;
}

interface Grant {
  readonly challenge: string | null;
  readonly redirectUri: string | null;
  readonly clientId: string | null;
  readonly resource: string | null;
}

/** Listens as it is told. */
export async function authServerOver(
  listen: Listen,
  { metadata = {}, iss, expiresIn = 3_600 }: AuthWishes = {},
): Promise<AuthServer> {
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Grant>();
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const authorizations: URLSearchParams[] = [];
  let refreshes = 0;

  const server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', server.origin);
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/oauth-authorization-server':
        return json(response, 200, description());
      case 'POST /register':
        return void bodyOf(request).then(text => register(JSON.parse(text), response));
      case 'GET /authorize':
        return authorize(url.searchParams, response);
      case 'POST /token':
        return void bodyOf(request).then(text => token(new URLSearchParams(text), response));
      default:
        return json(response, 404, {});
    }
  });

  return {
    ...server,
    accepts: authorization => accessTokens.has(authorization?.replace(/^Bearer /, '') ?? ''),
    expireTokens: () => accessTokens.clear(),
    endGrants: () => refreshTokens.clear(),
    authorizations,
    refreshes: () => refreshes,
  };

  function description() {
    const { origin } = server;
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ...metadata,
    };
  }

  function register(wish: { readonly redirect_uris: readonly string[] }, response: ServerResponse): void {
    const id = randomUUID();
    clients.set(id, wish.redirect_uris);
    json(response, 201, { ...wish, client_id: id });
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    authorizations.push(asked);
    const redirectUri = asked.get('redirect_uri') ?? '';
    const known = clients.get(asked.get('client_id') ?? '')?.includes(redirectUri) === true;
    if (!known || asked.get('code_challenge_method') !== 'S256') return json(response, 400, {});
    const code = randomUUID();
    codes.set(code, {
      challenge: asked.get('code_challenge'),
      redirectUri,
      clientId: asked.get('client_id'),
      resource: asked.get('resource'),
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    back.searchParams.set('iss', iss ?? server.origin);
    response.writeHead(302, { location: back.href }).end();
  }

  function token(asked: URLSearchParams, response: ServerResponse): void {
    const isGood = asked.get('grant_type') === 'refresh_token' ? takeRefresh(asked) : takeCode(asked);
    if (!isGood) return json(response, 400, { error: 'invalid_grant' });
    const [access, refresh] = [randomUUID(), randomUUID()];
    accessTokens.add(access);
    refreshTokens.add(refresh);
    json(response, 200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_token: refresh,
    });
  }

  /** Each refresh token once: the next one takes its place. */
  function takeRefresh(asked: URLSearchParams): boolean {
    refreshes++;
    return refreshTokens.delete(asked.get('refresh_token') ?? '');
  }

  function takeCode(asked: URLSearchParams): boolean {
    const code = asked.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    return (
      grant !== undefined &&
      grant.challenge === challenge &&
      grant.redirectUri === asked.get('redirect_uri') &&
      grant.clientId === asked.get('client_id') &&
      grant.resource === asked.get('resource')
    );
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
