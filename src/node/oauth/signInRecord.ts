import { OAuthClientInformationSchema, OAuthMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';
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
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  /** Epoch milliseconds; left out where nobody said. */
  expiresAt: z.number().optional(),
  /** What the server said when the sign-in did not give enough: the next one may be another program's. */
  wanted: z.object({ scope: z.string().optional(), resourceMetadataUrl: z.string().optional() }).optional(),
});

export type SignInRecord = z.infer<typeof signInRecord>;

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
