import type { Clock } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';
import type { ServerId } from '../../shared/ids';
import type { ResolvedLaunch } from '../../core/catalog/entry/entry';
import { DOCUMENT_LIMITS, guardedFetch } from '../net/guardedFetch';
import { type SignInHost, signInByBrowser } from './browserSignIn';
import type { OAuthSignIns } from './signIns';

/** Lets a person sign in to a server, and keeps what that gives. @throws {Refusal} no-sign-in, sign-in-failed, sign-in-timeout */
export async function signInTo(
  server: ServerId,
  launch: ResolvedLaunch,
  {
    signIns,
    host,
    clock,
  }: { readonly signIns: OAuthSignIns; readonly host: SignInHost; readonly clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  if (launch.type !== 'http') {
    const message = `"${server}" is a program on this machine: there is no sign-in, and no key is missing. Turn it on instead.`;
    throw new Refusal('no-sign-in', message, { server });
  }
  const { url } = launch;
  const guarded = guardedFetch({ approved: url, limits: DOCUMENT_LIMITS });
  try {
    const record = await signInByBrowser(
      {
        server,
        url,
        client: launch.oauth,
        challenge: await signIns.challenge(server, launch),
        scopeBefore: await signIns.scope(server, launch),
        issuerBefore: await signIns.issuer(server, url),
        fetch: guarded.fetch,
        host,
        clock,
      },
      signal,
    );
    await signIns.keep(server, record);
  } finally {
    guarded.close();
  }
}
