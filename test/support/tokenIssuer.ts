import { onTestFinished } from 'vitest';
import { openTokenIssuer, type TokenIssuer } from './openTokenIssuer';

export { AUDIENCE, type TokenIssuer } from './openTokenIssuer';

/** An authorization server for one test. */
export async function tokenIssuer(): Promise<TokenIssuer> {
  const issuer = await openTokenIssuer();
  onTestFinished(() => issuer.close());
  return issuer;
}
