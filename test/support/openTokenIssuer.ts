import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { listen } from './httpListener';

/** The audience of the tokens that are signed where nothing else is said. */
export const AUDIENCE = 'https://switchyard.example/one';

/** Claims that are others; undefined: left out. */
export type Claims = Readonly<Record<string, unknown>>;

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

/** An authorization server with metadata and keys of its own, which signs what it is told, until it is closed. */
export async function openTokenIssuer() {
  const keys = new Map<string, Keys>([['first', await generateKeyPair('ES256', { extractable: true })]]);
  let newest = 'first';
  let isDown = false;
  const server = await listen((request, response) => {
    const answer = async (): Promise<unknown> => {
      if (request.url !== '/keys') return { issuer: server.origin, jwks_uri: `${server.origin}/keys` };
      const shown = [...keys].map(async ([kid, { publicKey }]) => {
        return { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
      });
      return { keys: await Promise.all(shown) };
    };
    void answer().then(body => {
      response.writeHead(isDown ? 500 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  const keyOf = (kid: string): Keys => {
    const found = keys.get(kid);
    if (found === undefined) throw new Error(`No key ${kid}.`);
    return found;
  };
  const claims = (more: Claims = {}): JWTPayload =>
    JSON.parse(
      JSON.stringify({
        iss: server.origin,
        aud: AUDIENCE,
        sub: 'ada',
        exp: Math.floor(Date.now() / 1_000) + 600,
        scope: 'switchyard:read switchyard:work',
        ...more,
      }),
    ) as JWTPayload;
  return {
    origin: server.origin,
    close: () => server.close(),
    /** What was asked of it, as `METHOD /path`. */
    requests: server.requests,
    claims,
    /** A token that counts, but for what is said. `kid`: of the key that signs it. */
    async sign(more: Claims = {}, header: Partial<JWTHeaderParameters> = {}, kid = newest) {
      const { privateKey } = keyOf(kid);
      return await new SignJWT(claims(more))
        .setProtectedHeader({ alg: 'ES256', kid, ...header })
        .sign(privateKey);
    },
    /** The public key as PEM: what somebody may mistake for a secret. */
    publicPem: async () => await exportSPKI(keyOf(newest).publicKey),
    /** Signs with a new key from now on. */
    async addKey(kid: string) {
      keys.set(kid, await generateKeyPair('ES256', { extractable: true }));
      newest = kid;
    },
    /** Shows a key no more; it can still be signed with. */
    withdrawKey(kid: string) {
      const key = keyOf(kid);
      keys.delete(kid);
      return async () =>
        await new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid }).sign(key.privateKey);
    },
    /** Whether it answers nothing but errors. */
    down(is: boolean) {
      isDown = is;
    },
  };
}

export type TokenIssuer = Awaited<ReturnType<typeof openTokenIssuer>>;
