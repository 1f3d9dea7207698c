import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/client/auth.js';
import {
  checkResourceAllowed,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import {
  type AuthorizationServerMetadata,
  type OAuthMetadata,
  OAuthMetadataSchema,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { Refusal } from '../../core/support/refusal';
import type { Fetch } from '../net/guardedFetch';
import { OutgoingFailure } from '../net/outgoingFailure';
import type { Challenge } from './challenge';

/** Where a person signs in for a server, and for what. */
export interface AuthorizationPlace {
  readonly issuer: string;
  /** Left out by servers of MCP 2025-03-26 that have their endpoints where that version put them. */
  readonly metadata?: OAuthMetadata;
  /** The server's own name towards the issuer (RFC 8707). */
  readonly resource?: string;
  readonly scope?: string;
}

/**
 * Asks the server who signs people in for it, and that one how (RFC 9728, RFC 8414). What does not fit together is not used.
 * @throws {Refusal} sign-in-failed @throws {OutgoingFailure}
 */
export async function discoverPlace(
  url: string,
  challenge: Challenge,
  fetch: Fetch,
): Promise<AuthorizationPlace> {
  const about = await protectedResource(url, challenge, fetch);
  if (about !== undefined && !isAbout(url, about)) {
    throw failed('The server describes itself as another one, so its sign-in is not used.');
  }
  const named = about?.authorization_servers?.[0];
  const issuer = named ?? new URL('/', url).href;
  const metadata = await issuerMetadata(issuer, fetch);
  if (metadata === undefined && about !== undefined) {
    throw failed('Its authorization server does not say how to sign in.');
  }
  if (metadata !== undefined) {
    requireNamed(metadata, issuer, named === undefined);
    requirePkce(metadata);
  }
  const scope = scopeOf(challenge, about, metadata);
  return {
    issuer,
    ...(metadata === undefined ? {} : { metadata: OAuthMetadataSchema.parse(metadata) }),
    ...(about === undefined ? {} : { resource: about.resource }),
    ...(scope === undefined ? {} : { scope }),
  };
}

async function protectedResource(
  url: string,
  { resourceMetadataUrl }: Challenge,
  fetch: Fetch,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  try {
    const at = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
    return await discoverOAuthProtectedResourceMetadata(url, at, fetch);
  } catch (error) {
    if (error instanceof OutgoingFailure) throw error;
    // A server that says where it describes itself must do so; one of MCP 2025-03-26 describes itself nowhere.
    if (resourceMetadataUrl !== undefined)
      throw failed('The server does not describe its sign-in where it says.', error);
    return undefined;
  }
}

async function issuerMetadata(
  issuer: string,
  fetch: Fetch,
): Promise<AuthorizationServerMetadata | undefined> {
  try {
    return await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch });
  } catch (error) {
    if (error instanceof OutgoingFailure) throw error;
    throw failed(
      'Its authorization server answered with something that is no description of a sign-in.',
      error,
    );
  }
}

function isAbout(url: string, { resource }: OAuthProtectedResourceMetadata): boolean {
  return checkResourceAllowed({
    requestedResource: resourceUrlFromServerUrl(url),
    configuredResource: resource,
  });
}

/**
 * An issuer must be who it was asked for (RFC 8414, 3.3). Where the server named nobody, as in MCP 2025-03-26, we guessed that its
 * own origin signs people in: that is then all it can be held to.
 */
function requireNamed(metadata: AuthorizationServerMetadata, issuer: string, isGuess: boolean): void {
  const isKnown = isGuess
    ? originOf(metadata.issuer) === originOf(issuer)
    : isSameIssuer(metadata.issuer, issuer);
  if (!isKnown) throw failed('Its authorization server calls itself by another name, so it is not used.');
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** A code must be worth nothing to whoever overhears it (MCP 2025-11-25, Authorization). */
function requirePkce(metadata: AuthorizationServerMetadata): void {
  if (metadata.code_challenge_methods_supported?.includes('S256') === true) return;
  throw failed('Its authorization server does not protect sign-ins as MCP asks (PKCE with S256).');
}

/** Whether two names of an issuer are one: a slash at the end is all they may differ by. */
export function isSameIssuer(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

/** What to ask for: what the server named in its refusal, else what it says of itself (MCP 2025-11-25, Scope Selection). */
function scopeOf(
  challenge: Challenge,
  about: OAuthProtectedResourceMetadata | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): string | undefined {
  const scope = challenge.scope ?? about?.scopes_supported?.join(' ');
  if (scope === undefined || scope === '') return undefined;
  const mayStay = metadata?.scopes_supported?.includes('offline_access') === true;
  return mayStay && !scope.split(' ').includes('offline_access') ? `${scope} offline_access` : scope;
}

function failed(why: string, cause?: unknown): Refusal {
  return new Refusal('sign-in-failed', why, {}, { cause });
}
