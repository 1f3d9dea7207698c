import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';

/** What a server said when it asked for a sign-in: its own words, to be looked at before they are followed. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** What an answer asks a person for, and the server's words; undefined where it asks nothing. */
export function challengeIn(
  answer: Response,
): { readonly asks: 'sign-in' | 'more-rights'; readonly challenge: Challenge } | undefined {
  if (answer.status !== 401 && answer.status !== 403) return undefined;
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(answer);
  // Any other 403 is final: signing in again would not help.
  if (answer.status === 403 && error !== 'insufficient_scope') return undefined;
  const challenge = {
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
  return { asks: answer.status === 401 ? 'sign-in' : 'more-rights', challenge };
}
