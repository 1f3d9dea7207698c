import { selectClientAuthMethod } from '@modelcontextprotocol/sdk/client/auth.js';
import { untilAborted } from '../../core/support/abort';
import type { Clock } from '../../core/support/clock';
import type { Fetch } from '../net/guardedFetch';
import { OutgoingFailure } from '../net/outgoingFailure';
import type { SignInRecord } from './signInRecord';

/** What became of a sign-in's tokens at the server that gave them. `why`: a sentence. */
export type Revocation = { readonly isRevoked: true } | { readonly isRevoked: false; readonly why: string };

/** Nobody who signs out waits longer than this for another's server. */
const REVOCATION_MS = 5_000;

/** Asks who gave the tokens to take them back (RFC 7009): the one that gives new ones first. Never throws. */
export async function revoke(record: SignInRecord, clock: Clock, fetch: Fetch): Promise<Revocation> {
  const endpoint = record.metadata?.revocation_endpoint;
  if (endpoint === undefined) return kept('It offers no way to do that.');
  const giveUp = new AbortController();
  const deadline = clock.after(REVOCATION_MS, () =>
    giveUp.abort(new OutgoingFailure('timeout', 'It did not answer in time.')),
  );
  let outcome: Revocation = { isRevoked: true };
  try {
    for (const [hint, token] of tokensOf(record)) {
      const sent = await sendOne(record, endpoint, hint, token, fetch, giveUp.signal);
      // The one that did not work is told, and the other is tried all the same.
      if (outcome.isRevoked) outcome = sent;
    }
    return outcome;
  } finally {
    deadline.dispose();
  }
}

function tokensOf({ refreshToken, accessToken }: SignInRecord): readonly (readonly [string, string])[] {
  return [
    ...(refreshToken === undefined ? [] : [['refresh_token', refreshToken] as const]),
    ...(accessToken === undefined ? [] : [['access_token', accessToken] as const]),
  ];
}

async function sendOne(
  record: SignInRecord,
  endpoint: string,
  hint: string,
  token: string,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<Revocation> {
  try {
    const body = new URLSearchParams({ token, token_type_hint: hint });
    const headers = authenticated(record, body);
    const answer = await untilAborted(fetch(endpoint, { method: 'POST', headers, body, signal }), signal);
    await answer.body?.cancel();
    return answer.ok ? { isRevoked: true } : kept(`It answered with HTTP ${answer.status}.`);
  } catch (error) {
    return kept(error instanceof OutgoingFailure ? error.why : 'It could not be asked.');
  }
}

/** The headers of a client that says who it is, or the fields where it says so there. */
function authenticated({ client, metadata }: SignInRecord, body: URLSearchParams): Headers {
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
  const supported =
    metadata?.revocation_endpoint_auth_methods_supported ?? metadata?.token_endpoint_auth_methods_supported;
  const { client_id: id, client_secret: secret = '' } = client;
  const method = selectClientAuthMethod(client, supported ?? []);
  if (method === 'client_secret_basic') {
    headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
    return headers;
  }
  body.set('client_id', id);
  if (method === 'client_secret_post') body.set('client_secret', secret);
  return headers;
}

function kept(why: string): Revocation {
  return { isRevoked: false, why };
}
