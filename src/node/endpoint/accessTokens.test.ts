import { expect, onTestFinished, test, vi } from 'vitest';
import { AUDIENCE, tokenIssuer } from '../../../test/support/tokenIssuer';
import { AccessTokens } from './accessTokens';
import { COOLDOWN_MS, FAILED_MS, KEEP_KEYS_MS } from './issuerKeys';

/** An issuer, what verifies its tokens, and a clock that stands still. `jwks`: the address of the keys is given. */
async function verifying() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const by = await tokenIssuer();
  const tokens = new AccessTokens({ issuer: by.origin, jwks: undefined, audience: AUDIENCE });
  const typeOf = async (token: string) => (await tokens.verify(token)).type;
  const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
  const asked = (): number => by.requests.filter(request => request === 'GET /keys').length;
  return { by, tokens, typeOf, pass, asked };
}

test('looks a new key up once it comes, but not at each token that names one which is not there', async () => {
  const { by, typeOf, pass, asked } = await verifying();
  expect(await typeOf(await by.sign())).toBe('user');
  await by.addKey('second');
  // Just fetched: whoever makes keys up would have us ask for each.
  expect(await typeOf(await by.sign())).toBe('refused');
  expect(asked()).toBe(1);
  pass(COOLDOWN_MS);
  expect(await typeOf(await by.sign())).toBe('user');
  expect(asked()).toBe(2);
  for (const kid of ['x', 'y', 'z']) expect(await typeOf(await by.sign({}, { kid }))).toBe('refused');
  expect(asked()).toBe(2);
});

test('takes a key that was withdrawn for as long as keys are kept, and no longer', async () => {
  const { by, typeOf, pass } = await verifying();
  expect(await typeOf(await by.sign())).toBe('user');
  await by.addKey('second');
  const old = by.withdrawKey('first');
  pass(KEEP_KEYS_MS - 1);
  expect(await typeOf(await old())).toBe('user');
  pass(1);
  expect(await typeOf(await old())).toBe('refused');
  expect(await typeOf(await by.sign())).toBe('user');
});

test('tells an issuer that does not answer from a token that does not count, and asks again later', async () => {
  const { by, tokens, typeOf, pass } = await verifying();
  by.down(true);
  expect(await typeOf(await by.sign())).toBe('unavailable');
  expect(await tokens.isReady()).toBe(false);
  const before = by.requests.length;
  by.down(false);
  // It is not asked for each token while it fails.
  expect(await typeOf(await by.sign())).toBe('unavailable');
  expect(by.requests).toHaveLength(before);
  pass(FAILED_MS);
  expect(await tokens.isReady()).toBe(true);
  expect(await typeOf(await by.sign())).toBe('user');
  // Keys that are known count while it is away, and are not taken for good once they are old.
  by.down(true);
  pass(KEEP_KEYS_MS - 1);
  expect(await typeOf(await by.sign())).toBe('user');
  pass(1);
  expect(await typeOf(await by.sign())).toBe('unavailable');
});

test('takes no keys from metadata that names another issuer', async () => {
  const { by } = await verifying();
  const issuer = `${by.origin}/other`;
  const tokens = new AccessTokens({ issuer, jwks: undefined, audience: AUDIENCE });
  expect((await tokens.verify(await by.sign({ iss: issuer }))).type).toBe('unavailable');
});

test('takes access tokens only: no other kind of JWT, and none that is bound to a key of its client', async () => {
  const { by, typeOf } = await verifying();
  for (const typ of ['JWT', 'at+jwt', 'application/at+jwt'])
    expect([typ, await typeOf(await by.sign({}, { typ }))]).toEqual([typ, 'user']);
  for (const typ of ['logout+jwt', 'dpop+jwt', 'id+jwt'])
    expect([typ, await typeOf(await by.sign({}, { typ }))]).toEqual([typ, 'refused']);
  expect(await typeOf(await by.sign({ cnf: { jkt: 'x' } }))).toBe('refused');
});

test('lets clocks be a little apart, and reads scopes in either form', async () => {
  const { by, tokens, typeOf } = await verifying();
  const nowS = Math.floor(Date.now() / 1_000);
  expect(await typeOf(await by.sign({ nbf: nowS + 4, exp: nowS + 60 }))).toBe('user');
  expect(await typeOf(await by.sign({ nbf: nowS + 30 }))).toBe('refused');
  expect(await typeOf(await by.sign({ exp: nowS - 4 }))).toBe('user');
  expect(await typeOf(await by.sign({ exp: nowS - 6 }))).toBe('refused');
  const answer = await tokens.verify(await by.sign({ scope: undefined, scp: ['switchyard:read'] }));
  expect(answer).toMatchObject({ user: { sub: 'ada', scopes: new Set(['switchyard:read']) } });
});
