import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import type { Fetch } from '../net/guardedFetch';
import { type Challenge, challengeIn } from './challenge';
import type { SignInPlace } from './signInRecord';
import type { OAuthSignIns } from './signIns';

interface AuthorizedFetchParts {
  readonly server: ServerId;
  readonly launch: SignInPlace & { readonly headers: Readonly<Record<string, string>> };
  readonly signIns: OAuthSignIns;
  /** For the server itself. */
  readonly fetch: Fetch;
  /** For the authorization server. */
  readonly documents: Fetch;
}

/**
 * A fetch for one server that shows the token of whoever signed in, renews it in time and when the server refuses it, and says
 * when a person has to sign in. It never waits for one. Where the launch brings its own authorization, nothing is added.
 * @throws {Refusal} sign-in-needed
 */
export function authorizedFetch({ server, launch, signIns, fetch, documents }: AuthorizedFetchParts): Fetch {
  const names = Object.keys(launch.headers).map(name => name.toLowerCase());
  if (names.includes('authorization')) return fetch;

  const refusal = async (challenge: Challenge, sent: string | undefined, why: string): Promise<Refusal> => {
    await signIns.need(server, launch, challenge, sent);
    return new Refusal('sign-in-needed', `"${server}" ${why}. ${signIns.advice(server, launch.url)}`, {
      server,
    });
  };

  return async (url, init) => {
    // Redirects come back to us one by one: the token is for the server's own origin.
    if (new URL(url).origin !== new URL(launch.url).origin) return await fetch(url, init);
    const sent = await signIns.token(server, launch, documents);
    const answer = await fetch(url, withToken(init, sent));
    const asked = challengeIn(answer);
    if (asked === undefined) return answer;
    if (asked.asks === 'more-rights') {
      await answer.body?.cancel();
      throw await refusal(asked.challenge, sent, moreRights(launch, asked.challenge));
    }
    // With a key of another kind in its headers, that key is what it refused, unless it says that it signs in.
    if (names.length > 0 && asked.challenge.resourceMetadataUrl === undefined && sent === undefined)
      return answer;
    await answer.body?.cancel();
    const fresh = sent === undefined ? undefined : await signIns.renewed(server, launch, sent, documents);
    if (fresh !== undefined) {
      const second = await fetch(url, withToken(init, fresh));
      if (second.status !== 401) return second;
      await second.body?.cancel();
    }
    throw await refusal(asked.challenge, fresh ?? sent, 'needs a sign-in in the browser');
  };
}

/** What it wants, where the entry says what may be asked for: a sign-in alone would not help then. */
function moreRights({ oauth }: SignInPlace, { scope }: Challenge): string {
  if (oauth?.scopes === undefined) return 'wants more rights than the sign-in gave';
  const missing = (scope ?? '').split(' ').filter(name => SCOPE.test(name) && !oauth.scopes?.includes(name));
  const named = missing.length === 0 ? '' : `: ${missing.slice(0, 8).join(', ')}`;
  return `wants more rights than oauth.scopes of its entry asks for${named}. Add them there if you agree, then sign in`;
}

/** A right's name as it may stand in a sentence of ours. */
const SCOPE = /^[\w:./-]{1,64}$/;

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  return { ...init, headers };
}
