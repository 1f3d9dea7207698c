import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
  /** How many clients registered themselves. */
  registrations(): number;
  /** The kinds of the tokens that it took back, in order. */
  readonly revoked: readonly (string | null)[];
}

export interface AuthWishes {
  /** Fields of the metadata that are others. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** What it says of itself when it sends the browser back; its name unless said, nothing where null. */
  readonly iss?: string | null;
  /** A client that its operator entered by hand; it may come back to any port. */
  readonly client?: { readonly id: string; readonly secret?: string };
  /** The error that it sends the browser back with. */
  readonly refuses?: string;
  /** What it answers when a token is to be taken back; nothing at all where 0. */
  readonly revocationStatus?: number;
  /** Seconds that an access token holds for. */
  readonly expiresIn?: number;
}

interface Grant {
  readonly challenge: string | null;
  readonly redirectUri: string | null;
  readonly clientId: string | null;
  readonly resource: string | null;
}

/** Who asks, as the request says it. */
interface Asking {
  readonly id: string | null;
  readonly secret: string | null;
}

/** Listens as it is told. */
export async function authServerOver(
  listen: Listen,
  { metadata = {}, iss, client, refuses, expiresIn = 3_600, revocationStatus = 200 }: AuthWishes = {},
): Promise<AuthServer> {
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<string, Grant>();
  const accessTokens = new Set<string>();
  const refreshTokens = new Map<string, Grant>();
  const authorizations: URLSearchParams[] = [];
  const revoked: (string | null)[] = [];
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
        return void bodyOf(request).then(text => token(request, new URLSearchParams(text), response));
      case 'POST /revoke':
        return void bodyOf(request).then(text => revoke(request, new URLSearchParams(text), response));
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
    registrations: () => clients.size,
    revoked,
  };

  function description() {
    const { origin } = server;
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
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
    if (
      !mayComeBack(asked.get('client_id') ?? '', redirectUri) ||
      asked.get('code_challenge_method') !== 'S256'
    )
      return json(response, 400, {});
    const back = new URL(redirectUri);
    back.searchParams.set('state', asked.get('state') ?? '');
    if (iss !== null) back.searchParams.set('iss', iss ?? server.origin);
    if (refuses !== undefined) back.searchParams.set('error', refuses);
    else back.searchParams.set('code', codeFor(asked));
    response.writeHead(302, { location: back.href }).end();
  }

  function mayComeBack(clientId: string, redirectUri: string): boolean {
    const isByHand = clientId === client?.id || clientId.startsWith('https://');
    if (isByHand) return /^http:\/\/127\.0\.0\.1:\d+\/callback$/.test(redirectUri);
    return clients.get(clientId)?.includes(redirectUri) === true;
  }

  function codeFor(asked: URLSearchParams): string {
    const code = randomUUID();
    codes.set(code, {
      challenge: asked.get('code_challenge'),
      redirectUri: asked.get('redirect_uri'),
      clientId: asked.get('client_id'),
      resource: asked.get('resource'),
    });
    return code;
  }

  function token(request: IncomingMessage, asked: URLSearchParams, response: ServerResponse): void {
    const asking = askingIn(request, asked);
    if (!isKnown(asking)) return json(response, 401, { error: 'invalid_client' });
    const grant =
      asked.get('grant_type') === 'refresh_token' ? takeRefresh(asked, asking) : takeCode(asked, asking);
    if (grant === undefined) return json(response, 400, { error: 'invalid_grant' });
    const [access, refresh] = [randomUUID(), randomUUID()];
    accessTokens.add(access);
    refreshTokens.set(refresh, grant);
    json(response, 200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: expiresIn,
      refresh_token: refresh,
    });
  }

  /** Each refresh token once, by its own client and for its own resource: the next one takes its place. */
  function takeRefresh(asked: URLSearchParams, { id }: Asking): Grant | undefined {
    refreshes++;
    const refresh = asked.get('refresh_token') ?? '';
    const grant = refreshTokens.get(refresh);
    refreshTokens.delete(refresh);
    return grant?.clientId === id && grant.resource === asked.get('resource') ? grant : undefined;
  }

  function takeCode(asked: URLSearchParams, { id }: Asking): Grant | undefined {
    const code = asked.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url');
    return grant?.challenge === challenge &&
      grant.redirectUri === asked.get('redirect_uri') &&
      grant.clientId === id &&
      grant.resource === asked.get('resource')
      ? grant
      : undefined;
  }

  function revoke(request: IncomingMessage, asked: URLSearchParams, response: ServerResponse): void {
    if (revocationStatus === 0) return;
    if (!isKnown(askingIn(request, asked))) return json(response, 401, { error: 'invalid_client' });
    const given = asked.get('token') ?? '';
    const isOurs = [accessTokens.delete(given), refreshTokens.delete(given)].includes(true);
    if (isOurs) revoked.push(asked.get('token_type_hint'));
    response.writeHead(revocationStatus).end();
  }

  /** Whoever has a secret must say it; all others only who they are. */
  function isKnown({ id, secret }: Asking): boolean {
    return id === client?.id ? secret === (client?.secret ?? null) : id !== null;
  }
}

/** Who asks: in the header, or in the body. */
function askingIn({ headers }: IncomingMessage, asked: URLSearchParams): Asking {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) return { id: asked.get('client_id'), secret: asked.get('client_secret') };
  const [id = null, secret = null] = Buffer.from(basic, 'base64').toString().split(':');
  return { id, secret };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
