import { randomBytes } from 'node:crypto';
import { exchangeAuthorization, startAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import type { OAuthClient } from '../../core/catalog/entry/entry';
import { oneLine } from '../../core/catalog/entry/plainText';
import { untilAborted } from '../../core/support/abort';
import type { Clock } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import type { Fetch } from '../net/guardedFetch';
import { OutgoingFailure } from '../net/outgoingFailure';
import { type Challenge, challengeIn } from './challenge';
import { chosenClient } from './clientChoice';
import { type AuthorizationPlace, discoverPlace, isSameIssuer } from './discovery';
import { isOAuthCode, oauthCode } from './oauthCode';
import { listenForRedirect, type Redirect } from './redirectListener';
import { tokenFields } from './refresh';
import type { SignInRecord } from './signInRecord';

/** What a host does for a sign-in. */
export interface SignInHost {
  /** Opens the person's browser, or shows them what to open. */
  openBrowser(url: URL): Promise<void>;
  /** Where the person's browser reaches an address of this machine: another one where we run elsewhere. */
  externalAddress(url: URL): Promise<URL>;
}

interface SignInRequest {
  readonly server: ServerId;
  readonly url: string;
  /** Who we are, where the entry says it. */
  readonly client: OAuthClient | undefined;
  /** Who signed the user in before. */
  readonly issuerBefore: string | undefined;
  /** What the sign-in that holds asked for. */
  readonly scopeBefore: string | undefined;
  /** What the server said when it refused us; asked for where it is not known. */
  readonly challenge: Challenge | undefined;
  /** For documents of the server and of the one that signs people in for it. */
  readonly fetch: Fetch;
  readonly host: SignInHost;
  readonly clock: Clock;
}

/** A person has this long in the browser. */
const SIGN_IN_MS = 600_000;

/**
 * Lets a person sign in to a server in the browser: OAuth 2.1 with PKCE.
 * @throws {Refusal} sign-in-failed, sign-in-timeout
 */
export async function signInByBrowser(request: SignInRequest, signal: AbortSignal): Promise<SignInRecord> {
  try {
    return await signIn(request, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw asRefusal(request, error);
  }
}

async function signIn(request: SignInRequest, signal: AbortSignal): Promise<SignInRecord> {
  const { url, client: wanted, host, clock } = request;
  const fetch: Fetch = (to, init) => request.fetch(to, { ...init, signal });
  const challenge = request.challenge ?? (await probe(url, fetch));
  const discovered = await discoverPlace(url, challenge, fetch);
  requireSameIssuer(request, discovered);
  const scope = wanted?.scopes?.join(' ') ?? allScopes(request.scopeBefore, discovered.scope);
  const place = scope === undefined ? discovered : { ...discovered, scope };
  // A state of its own for each attempt: it is used once and holds as long as the listener does.
  const state = randomBytes(32).toString('base64url');
  const listener = await listenForRedirect(state, wanted?.callbackPort);
  const giveUp = new AbortController();
  const deadline = clock.after(SIGN_IN_MS, () => giveUp.abort(timeout()));
  const onAbort = (): void => giveUp.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const redirectUrl = (await host.externalAddress(listener.url)).href;
    const client = await chosenClient({ server: request.server, wanted, place, redirectUrl, fetch });
    const { authorizationUrl, codeVerifier } = await startAuthorization(place.issuer, {
      ...optional(place),
      clientInformation: client,
      redirectUrl,
      state,
    });
    await untilAborted(host.openBrowser(openable(authorizationUrl, url)), giveUp.signal);
    const redirect = await untilAborted(listener.redirect, giveUp.signal);
    const tokens = await exchangeAuthorization(place.issuer, {
      ...optional(place),
      clientInformation: client,
      authorizationCode: codeOf(redirect, place, wanted),
      codeVerifier,
      redirectUri: redirectUrl,
      fetchFn: fetch,
    });
    const { client_id, client_secret, token_endpoint_auth_method } = client;
    return {
      v: 1,
      url,
      issuer: place.issuer,
      metadata: place.metadata,
      client: { client_id, client_secret, token_endpoint_auth_method },
      resource: place.resource,
      scope: place.scope,
      ...tokenFields(tokens, clock),
    };
  } finally {
    signal.removeEventListener('abort', onAbort);
    deadline.dispose();
    listener.close();
  }
}

/** Asks the server without a token, so that it says where to sign in. Some let anybody begin, and refuse the first question. */
async function probe(url: string, fetch: Fetch): Promise<Challenge> {
  const params = {
    protocolVersion: LATEST_PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'switchyard', version: '0' },
  };
  for (const question of [{ method: 'initialize', params }, { method: 'tools/list' }]) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 0, ...question }),
    });
    await answer.body?.cancel();
    const asked = challengeIn(answer);
    if (asked) return asked.challenge;
  }
  return {};
}

/**
 * A server that suddenly sends people elsewhere may have been taken over, and a client's secret is for one issuer only
 * (SEP-2352). What was kept of the sign-in before knows who that was. @throws {Refusal} sign-in-failed
 */
function requireSameIssuer({ server, issuerBefore }: SignInRequest, { issuer }: AuthorizationPlace): void {
  if (issuerBefore === undefined || isSameIssuer(issuerBefore, issuer)) return;
  const [before, now] = [issuerBefore, issuer].map(url => oneLine(url.replace(/^https?:\/\//, ''), 100));
  const why =
    `It now sends people to ${now} to sign in, and sent you to ${before} before. ` +
    `If its operator says so too, sign out of "${server}", then sign in again.`;
  throw new Refusal('sign-in-failed', why);
}

/** The address for the browser: a page of the web, never something that starts a program. @throws {Refusal} */
export function openable(url: URL, server: string): URL {
  // A server on this machine may sign people in on this machine.
  const isNear = [url, new URL(server)].every(({ hostname }) => NEAR.has(hostname));
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && isNear);
  if (isWeb && HOST.test(url.hostname) && url.username === '' && url.password === '') return url;
  throw new Refusal('sign-in-failed', 'Its sign-in page is not at an https address, so it is not opened.');
}

const NEAR: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** A URL's host may hold quotes and ampersands, which mean something to shells; no real one does. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The code, where it comes from the issuer that was asked. @throws {Refusal} sign-in-failed */
function codeOf(
  { code, error, iss }: Redirect,
  { issuer, metadata }: AuthorizationPlace,
  wanted: OAuthClient | undefined,
): string {
  // Another issuer's answer may be meant to be taken to the wrong one: the names are compared as they are (RFC 9207, 2.4).
  const mustSay = metadata?.['authorization_response_iss_parameter_supported'] === true;
  if (iss === null ? mustSay : iss !== (metadata?.issuer ?? issuer)) {
    throw new Refusal('sign-in-failed', 'The answer came from another authorization server than was asked.');
  }
  if (error === 'access_denied') throw new Refusal('sign-in-failed', 'The sign-in was not granted.');
  if (error !== null && isOAuthCode(error)) throw new Refusal('sign-in-failed', refusedWith(error, wanted));
  if (error !== null || code === null) {
    throw new Refusal('sign-in-failed', 'The authorization server gave no code. Try again.');
  }
  return code;
}

/** What an OAuth error means for who signs in: what the entry says of us may be wrong. */
function refusedWith(code: string, wanted: OAuthClient | undefined): string {
  const isOwnClient = wanted?.clientId !== undefined && /^(?:invalid|unauthorized)_client$/.test(code);
  const advice = isOwnClient
    ? 'Check oauth.clientId and oauth.clientSecret of its entry, and what that client may do there.'
    : code === 'invalid_scope' && wanted?.scopes !== undefined
      ? 'Check oauth.scopes of its entry.'
      : 'Try again.';
  return `Its authorization server refused (${code}). ${advice}`;
}

/**
 * A server names what this very operation needs: without the rights from before, the next operation would want those again (MCP
 * 2026-07-28, Step-Up Authorization Flow; SEP-2350).
 */
function allScopes(before: string | undefined, wanted: string | undefined): string | undefined {
  const all = new Set([before, wanted].flatMap(scope => scope?.split(' ') ?? []));
  return all.size === 0 ? undefined : [...all].join(' ');
}

function optional({ metadata, scope, resource }: AuthorizationPlace) {
  return {
    ...(metadata === undefined ? {} : { metadata }),
    ...(scope === undefined ? {} : { scope }),
    ...(resource === undefined ? {} : { resource }),
  };
}

function timeout(): Refusal {
  return new Refusal('sign-in-timeout', 'Nobody signed in within 10 minutes. Begin anew when you are ready.');
}

/** In our words: the SDK's errors may quote what the servers answered. */
function asRefusal({ server, client }: SignInRequest, error: unknown): Refusal {
  const code = Refusal.is(error) ? error.code : 'sign-in-failed';
  const oauth = oauthCode(error);
  const why = Refusal.is(error)
    ? error.message
    : error instanceof OutgoingFailure
      ? error.why
      : // The SDK's word for every answer that is no OAuth at all.
        oauth !== undefined && oauth !== 'server_error'
        ? refusedWith(oauth, client)
        : 'It offers no sign-in in the browser that we understand. Where it takes a key, put that into its headers.';
  return new Refusal(
    code,
    `The sign-in to "${server}" did not work. ${why}`,
    { server, why },
    { cause: error },
  );
}
