import { createRemoteJWKSet, customFetch } from 'jose';
import { isRecord } from '../../core/support/json';
import { DOCUMENT_LIMITS, type Fetch, guardedFetch } from '../net/guardedFetch';

/** Where the keys of an authorization server are. */
export interface KeyPlace {
  readonly issuer: string;
  /** Their address; undefined: where the metadata of the issuer says. */
  readonly jwks: string | undefined;
}

/** How long the authorization server has to answer, in milliseconds (chosen here, as the others). */
const FETCH_WITHIN_MS = 5_000;

/** How long its keys are kept: one that it withdrew counts no longer than this. */
export const KEEP_KEYS_MS = 600_000;

/** After keys came, how long an unknown one is not looked for: whoever makes keys up must not make us ask each time. */
export const COOLDOWN_MS = 10_000;

/** After the authorization server failed to answer, how long it is not asked again. */
export const FAILED_MS = 2_000;

/** Most characters that metadata may have. */
const MAX_METADATA = 262_144;

/** Finds the key that a token names, also one that came later than the others. */
type FindKey = ReturnType<typeof createRemoteJWKSet>;

/** The keys of one authorization server, fetched when they are first needed and kept for a while. */
export class IssuerKeys {
  readonly #place: KeyPlace;
  #keys: Promise<FindKey> | undefined;
  #failedMs = -Infinity;

  constructor(place: KeyPlace) {
    this.#place = place;
  }

  /** Undefined where they cannot be had now: then nobody can tell whether a token is good. Never rejects. */
  async find(): Promise<FindKey | undefined> {
    if (Date.now() - this.#failedMs < FAILED_MS) return undefined;
    try {
      this.#keys ??= this.#open();
      const keys = await this.#keys;
      if (!keys.fresh) await keys.reload();
      return keys;
    } catch {
      this.#keys = undefined; // Their address may be another one by then.
      this.#failedMs = Date.now();
      return undefined;
    }
  }

  async #open(): Promise<FindKey> {
    const { issuer, jwks = await jwksOf(issuer) } = this.#place;
    return createRemoteJWKSet(new URL(jwks), {
      timeoutDuration: FETCH_WITHIN_MS,
      cacheMaxAge: KEEP_KEYS_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: fetchFor(jwks),
    });
  }
}

/** Reaches what is at this address, through the proxy of the network. */
function fetchFor(address: string): Fetch {
  return guardedFetch({ approved: address, limits: DOCUMENT_LIMITS, isUsersOwn: true }).fetch;
}

/** Whether an address is one that nobody between can change: HTTPS, or this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}

/** Where an issuer keeps its keys (RFC 8414, then OpenID Connect Discovery). */
async function jwksOf(issuer: string): Promise<string> {
  const fetch = fetchFor(issuer);
  for (const address of metadataAddresses(issuer)) {
    const metadata = await metadataAt(address, fetch);
    if (metadata === undefined) continue;
    const { issuer: said, jwks_uri: jwks } = metadata;
    // Metadata of another issuer would let its keys in (RFC 8414, 3.3).
    if (said === issuer && typeof jwks === 'string' && isSafeAddress(jwks)) return jwks;
  }
  throw new Error('The issuer has no metadata with keys.');
}

function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

async function metadataAt(
  address: string,
  fetch: Fetch,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await fetch(address, {
    signal: AbortSignal.timeout(FETCH_WITHIN_MS),
    headers: { accept: 'application/json' },
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    return undefined;
  }
  const text = await answer.text();
  if (text.length > MAX_METADATA) return undefined;
  const value = JSON.parse(text) as unknown;
  return isRecord(value) ? value : undefined;
}
