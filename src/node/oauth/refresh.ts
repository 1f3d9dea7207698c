import { refreshAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Clock } from '../../core/support/clock';
import type { Fetch } from '../net/guardedFetch';
import { OutgoingFailure } from '../net/outgoingFailure';
import { oauthCode } from './oauthCode';
import type { SignInRecord } from './signInRecord';

/** What an authorization server says when a refresh token, or the client that got it, is worth nothing any more. */
const ENDED: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/**
 * The record with new tokens; undefined where the authorization server will give none any more.
 * @throws {OutgoingFailure} where it could not be asked, or answered with something else
 */
export async function refreshed(
  record: SignInRecord,
  clock: Clock,
  fetch: Fetch,
): Promise<SignInRecord | undefined> {
  try {
    const tokens = await refreshAuthorization(record.issuer, {
      clientInformation: record.client,
      refreshToken: record.refreshToken ?? '',
      ...(record.metadata === undefined ? {} : { metadata: record.metadata }),
      ...(record.resource === undefined ? {} : { resource: record.resource }),
      fetchFn: fetch,
    });
    return { ...record, ...tokenFields(tokens, clock) };
  } catch (error) {
    if (error instanceof OutgoingFailure) throw error;
    if (ENDED.has(oauthCode(error) ?? '')) return undefined;
    // The SDK's text may quote the answer: it is not passed on.
    throw new OutgoingFailure('unreachable', 'The authorization server did not renew the sign-in.', error);
  }
}

/** What is kept of a token answer. */
export function tokenFields(
  tokens: OAuthTokens,
  clock: Clock,
): Pick<SignInRecord, 'accessToken' | 'refreshToken' | 'expiresAt'> {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAt: tokens.expires_in === undefined ? undefined : clock.now() + tokens.expires_in * 1_000,
  };
}
