import { OAuthClientInformationSchema, OAuthMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import * as z from 'zod';
import type { ResolvedLaunch } from '../../core/catalog/entry/entry';
import type { Disposable } from '../../core/support/disposable';
import type { ServerId } from '../../shared/ids';

/** What a sign-in left behind: secret as a whole. */
export const signInRecord = z.object({
  v: z.literal(1),
  /** The server's address the person signed in for; an entry that says another one gets nothing of it. */
  url: z.string(),
  /** Who issued it; nothing of it goes to anybody else. */
  issuer: z.string(),
  /** What the issuer says of itself; an OpenID provider says the same and more. */
  metadata: OAuthMetadataSchema.optional(),
  /** Who we are to the issuer. */
  client: OAuthClientInformationSchema.extend({ token_endpoint_auth_method: z.string().optional() }),
  /** As the server calls itself to the authorization server (RFC 8707). */
  resource: z.string().optional(),
  /** What was asked for, rights separated by spaces: a later sign-in that is for more asks for these too. */
  scope: z.string().optional(),
  /** Left out once the grant ended: what remains says who issued it, so that nobody else takes its place unseen. */
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  /** Epoch milliseconds; left out where nobody said. */
  expiresAt: z.number().optional(),
  /** What the server said when the sign-in did not give enough: the next one may be another program's. */
  wanted: z.object({ scope: z.string().optional(), resourceMetadataUrl: z.string().optional() }).optional(),
});

export type SignInRecord = z.infer<typeof signInRecord>;

/** A sign-in with a token to show. */
export type LiveSignIn = SignInRecord & { readonly accessToken: string };

/** What a sign-in is looked up by: where the server is, and as whom the entry signs in there. */
export type SignInPlace = Pick<Extract<ResolvedLaunch, { type: 'http' }>, 'url' | 'oauth'>;

/** Where sign-ins are kept: SecretStorage, or a file that only its owner can read. Several processes may share it. */
export interface SignInStore {
  /** Who there is a sign-in for. */
  servers(): Promise<ReadonlySet<string>>;
  /** What stands there now, as text. */
  read(server: ServerId): Promise<string | undefined>;
  write(server: ServerId, text: string): Promise<void>;
  forget(server: ServerId): Promise<void>;
  /** Fires for other processes' changes too. */
  onDidChange(listener: () => void): Disposable;
}

/** The record in a stored text; undefined for what another version wrote. */
export function recordIn(text: string | undefined): SignInRecord | undefined {
  if (text === undefined) return undefined;
  try {
    return signInRecord.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // Damaged: the same as none, so the user signs in anew.
  }
}

/**
 * The sign-in, where it is for this place: another address gets nothing of it, and another client has to sign in itself. The
 * client's secret is the one that the entry has now.
 */
export function liveAt(
  record: SignInRecord | undefined,
  { url, oauth }: SignInPlace,
): LiveSignIn | undefined {
  if (record?.accessToken === undefined || record.url !== url) return undefined;
  const { client, accessToken } = record;
  if (oauth?.clientId === undefined) return { ...record, accessToken };
  if (oauth.clientId !== client.client_id) return undefined;
  return { ...record, accessToken, client: { ...client, client_secret: oauth.clientSecret } };
}

/** What is kept of a sign-in that ended: no token, no secret. */
export function endOf({ v, url, issuer, client }: SignInRecord): SignInRecord {
  return { v, url, issuer, client: { client_id: client.client_id } };
}

/** Whether that is what is kept of this sign-in once it ended. */
export function isEndOf(kept: SignInRecord | undefined, record: SignInRecord): boolean {
  return (
    kept !== undefined &&
    kept.accessToken === undefined &&
    kept.url === record.url &&
    kept.issuer === record.issuer &&
    kept.client.client_id === record.client.client_id
  );
}
