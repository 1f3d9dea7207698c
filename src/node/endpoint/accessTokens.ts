import { errors, jwtVerify, type JWTPayload } from 'jose';
import { IssuerKeys, type KeyPlace } from './issuerKeys';

/** Whom an authorization server vouches for. */
export interface TokenUser {
  /** `sub`: who it is, the same for ever. */
  readonly sub: string;
  readonly scopes: ReadonlySet<string>;
  /** When the token ends, in milliseconds since the epoch. */
  readonly expiresMs: number;
}

/** `unavailable`: the keys of the authorization server could not be had. */
export type TokenAnswer =
  | { readonly type: 'user'; readonly user: TokenUser }
  | { readonly type: 'refused' | 'unavailable' };

/** Whose tokens are taken. */
export interface TokenRules extends KeyPlace {
  readonly audience: string;
}

/** Signatures that need no secret of the verifier: neither `none` nor an HMAC over a public key passes. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** How far the clocks of the authorization server and of this machine may be apart, in seconds (chosen here). */
const TOLERANCE_S = 5;

/** What a token may say that it is (RFC 9068, RFC 8725): an ID token, for example, says nothing about what its owner may do here. */
const TYPES = new Set<unknown>([undefined, 'jwt', 'at+jwt', 'application/at+jwt']);

/** Longest token and longest `sub`. */
const MAX_TOKEN = 16_384;
const MAX_SUB = 255;

/** Verifies the access tokens of one authorization server (JWT, RFC 9068 and what is near to it). */
export class AccessTokens {
  readonly #rules: TokenRules;
  readonly #keys: IssuerKeys;

  constructor(rules: TokenRules) {
    this.#rules = rules;
    this.#keys = new IssuerKeys(rules);
  }

  /** Whether tokens can be verified now; asks the authorization server where its keys are not known. */
  async isReady(): Promise<boolean> {
    return (await this.#keys.find()) !== undefined;
  }

  /** Never rejects, and says nothing of why a token is refused. */
  async verify(token: string): Promise<TokenAnswer> {
    if (token.length > MAX_TOKEN) return { type: 'refused' };
    const keys = await this.#keys.find();
    if (keys === undefined) return { type: 'unavailable' };
    try {
      const { issuer, audience } = this.#rules;
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        requiredClaims: ['sub', 'exp', 'iss', 'aud'],
        algorithms: ALGORITHMS,
        clockTolerance: TOLERANCE_S,
      });
      const user = TYPES.has(protectedHeader.typ?.toLowerCase()) ? userIn(payload) : undefined;
      return user === undefined ? { type: 'refused' } : { type: 'user', user };
    } catch (error) {
      return { type: isOutage(error) ? 'unavailable' : 'refused' };
    }
  }
}

/** A token that is bound to a key of its client (`cnf`) is not one that counts for whoever bears it (RFC 9449, 7.2). */
function userIn({ sub, scope, scp, cnf, exp = 0 }: JWTPayload): TokenUser | undefined {
  if (cnf !== undefined) return undefined;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUB) return undefined;
  const said: unknown[] = [scope, scp].flatMap((each: unknown) =>
    typeof each === 'string' ? each.split(' ') : Array.isArray(each) ? (each as unknown[]) : [],
  );
  const expiresMs = exp * 1_000;
  return { sub, scopes: new Set(said.filter(each => typeof each === 'string')), expiresMs };
}

/** Whether an error is not the token's: its key could not be looked up. */
function isOutage(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // What answers no 200 or no JSON is a plain JOSEError, and a broken connection none at all.
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JOSE_GENERIC';
}
