import type { Clock } from '../../core/support/clock';
import type { ServerId } from '../../shared/ids';
import { DOCUMENT_LIMITS, guardedFetch } from '../net/guardedFetch';
import { type Revocation, revoke } from './revocation';
import type { OAuthSignIns } from './signIns';

/**
 * Signs the user out: nothing of the sign-in is left here, whatever comes of it elsewhere. Then whoever gave the tokens is asked
 * to take them back. Undefined where there was no token.
 */
export async function signOutOf(
  server: ServerId,
  { signIns, clock }: { readonly signIns: OAuthSignIns; readonly clock: Clock },
): Promise<Revocation | undefined> {
  const record = await signIns.forget(server);
  if (record?.accessToken === undefined) return undefined;
  const guarded = guardedFetch({ approved: record.url, limits: DOCUMENT_LIMITS });
  try {
    return await revoke(record, clock, guarded.fetch);
  } finally {
    guarded.close();
  }
}

/** What a person is told after that. */
export function signOutText(server: ServerId, revocation: Revocation | undefined): string {
  if (revocation?.isRevoked !== false) return `You are signed out of "${server}".`;
  return (
    `You are signed out of "${server}" on this machine. Its authorization server did not take the tokens back: ` +
    `${revocation.why} To be sure, end the access in your account there.`
  );
}
