import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { tokenIssuer } from '../support/tokenIssuer';
import { endpointOf, PING, reachedAt } from './endpoints';
import { world } from './world';

/** The door of an issuer, and what it answers to each that it turns away. */
async function doorOf() {
  const by = await tokenIssuer();
  const of = world({});
  const door = await endpointOf(of, by);
  const metadata = `resource_metadata="${door.at('/.well-known/oauth-protected-resource/mcp')}"`;
  return { by, of, door, metadata, good: await by.sign() };
}

const SCOPE = 'scope="switchyard:read switchyard:work"';

/** The body of a refusal. */
const said = (error: string, error_description: string): string =>
  JSON.stringify({ error, error_description });
const signIn = (origin: string): string => `A valid access token from ${origin} is required. Sign in there.`;

test('turns away every token but a valid one of its issuer for its audience, and says no more than the standard', async () => {
  const { by, door, metadata, good } = await doorOf();
  const other = await tokenIssuer();
  const pem = new TextEncoder().encode(await by.publicPem());
  const hmac = async (secret: Uint8Array, kid?: string) =>
    await new SignJWT(by.claims())
      .setProtectedHeader({ alg: 'HS256', ...(kid === undefined ? {} : { kid }) })
      .sign(secret);
  const nowS = Math.floor(Date.now() / 1_000);
  const tokens: Readonly<Record<string, string>> = {
    'another issuer': await by.sign({ iss: other.origin }),
    'keys of another issuer': await other.sign({ iss: by.origin }),
    'the audience of another workspace': await by.sign({ aud: 'https://switchyard.example/two' }),
    'no audience': await by.sign({ aud: undefined }),
    expired: await by.sign({ exp: nowS - 60 }),
    'never expires': await by.sign({ exp: undefined }),
    'not valid yet': await by.sign({ nbf: nowS + 60 }),
    'nobody’s': await by.sign({ sub: undefined }),
    'a name without end': await by.sign({ sub: 'a'.repeat(256) }),
    'alg none': new UnsecuredJWT(by.claims()).encode(),
    'a shared secret': await hmac(new TextEncoder().encode('s'.repeat(32))),
    'the public key as a secret': await hmac(pem, 'first'),
    'a key that is not there': await by.sign({}, { kid: 'nobody’s' }),
    'another kind of JWT': await by.sign({}, { typ: 'logout+jwt' }),
    'bound to a key of its client': await by.sign({ cnf: { jkt: 'x' } }),
    'changed after it was signed': good.replace(
      /\.[^.]+\./,
      `.${btoa(JSON.stringify(by.claims({ sub: 'eve' }))).replaceAll('=', '')}.`,
    ),
    'long, and no token': 'x'.repeat(12_000),
    'no token': 'x'.repeat(43),
  };
  for (const [what, token] of Object.entries(tokens)) {
    const answer = await door.post(`Bearer ${token}`);
    const text = said('invalid_token', signIn(by.origin));
    expect([what, answer.status, await answer.text()]).toEqual([what, 401, text]);
    const challenge = `Bearer ${metadata}, error="invalid_token", ${SCOPE}`;
    expect([what, answer.headers.get('www-authenticate')]).toEqual([what, challenge]);
  }
  // Node itself turns away what is longer than headers may be.
  expect((await door.post(`Bearer ${'x'.repeat(20_000)}`)).status).toBe(431);
  expect((await door.post(`Bearer ${good}`)).status).toBe(400); // Let in: a session is to be opened first.
  for (const token of [...Object.values(tokens), good]) expect(door.started.stderr()).not.toContain(token);
});

test('writes tokens nowhere: neither into the log, nor into what it keeps', async () => {
  const { by, of, door, good } = await doorOf();
  const { agent } = await door.agent(good);
  expect((await agent.call('mcp_environment', { detail: 'full' })).isError).toBe(false);
  expect((await agent.call('start_workflow', { name: 'Work' })).isError).toBe(false);
  const expired = await by.sign({ exp: 1 });
  expect((await door.post(`Bearer ${expired}`)).status).toBe(401);
  await agent.client.close();
  door.started.child.kill('SIGTERM');
  expect(await door.started.exit).toBe(0);
  const files = readdirSync(of.folder, { recursive: true, withFileTypes: true }).filter(file =>
    file.isFile(),
  );
  const kept = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect(kept.length).toBeGreaterThan(1);
  for (const token of [good, expired]) {
    const [, claims = '', signature = ''] = token.split('.');
    for (const text of [door.started.stderr(), ...kept])
      expect(text).not.toMatch(new RegExp(`${claims}|${signature}`));
  }
});

test('takes a token from its header alone, and only one', async () => {
  const { by, door, metadata, good } = await doorOf();
  for (const authorization of [
    undefined,
    `Basic ${btoa(`ada:${good}`)}`,
    good,
    `Bearer ${good}, Bearer ${good}`,
  ]) {
    const answer = await door.post(authorization);
    const text = said('unauthorized', signIn(by.origin));
    expect([answer.status, await answer.text()]).toEqual([401, text]);
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer ${metadata}, ${SCOPE}`);
  }
  const headers = { 'content-type': 'application/json' };
  const asked = await fetch(`${door.url}?access_token=${good}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(PING),
  });
  expect([asked.status, await asked.text()]).toEqual([404, '']);
  const form = await fetch(door.url, { method: 'POST', body: new URLSearchParams({ access_token: good }) });
  expect([form.status, await form.text()]).toEqual([415, '']);
  expect(door.started.stderr()).not.toContain(good);
});

test('says which scopes are missing where a token has none of ours', async () => {
  const { by, door, metadata } = await doorOf();
  const none = await door.post(`Bearer ${await by.sign({ scope: 'email' })}`);
  expect([none.status, await none.text(), none.headers.get('www-authenticate')]).toEqual([
    403,
    said(
      'insufficient_scope',
      'The access token lacks the scope switchyard:read. Sign in again with the scopes "switchyard:read".',
    ),
    `Bearer ${metadata}, error="insufficient_scope", scope="switchyard:read"`,
  ]);
});

test('answers no page of another site, nor under a name that was made to lead here, whatever it shows', async () => {
  const { door, good } = await doorOf();
  const { host, port } = new URL(door.url);
  const authorization = `Bearer ${good}`;
  for (const origin of ['https://evil.example', `http://evil.example:${port}`, 'null'])
    expect([origin, (await door.post(authorization, PING, { origin })).status]).toEqual([origin, 403]);
  const ours = await door.post(authorization, PING, { origin: new URL(door.url).origin });
  expect(ours.status).toBe(400);
  /** `fetch` says the host itself. */
  const named = async (name: string, path: string) =>
    await new Promise<number | undefined>((resolve, reject) => {
      request(door.at(path), { headers: { host: name, authorization } }, response => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  for (const path of ['/mcp', '/metrics', '/readyz']) {
    expect([path, await named(`evil.example:${port}`, path)]).toEqual([path, 403]);
    expect([path, await named('evil.example', path)]).toEqual([path, 403]);
  }
  expect([await named(host, '/readyz'), await named(`localhost:${port}`, '/readyz')]).toEqual([200, 200]);
});

test('behind a reverse proxy, takes the origin of its public address, and whatever host the proxy names', async () => {
  const by = await tokenIssuer();
  const public_ = 'https://switchyard.example';
  const door = await endpointOf(world({}), by, '--public-url', public_);
  expect(door.url).toBe(`${public_}/mcp`);
  const behind = reachedAt(`http://${door.listening}/mcp`);
  const authorization = `Bearer ${await by.sign()}`;
  expect((await behind.post(authorization, PING, { origin: public_ })).status).toBe(400);
  expect((await behind.post(authorization, PING, { origin: `http://${door.listening}` })).status).toBe(403);
  expect((await behind.post(undefined)).headers.get('www-authenticate')).toContain(
    `resource_metadata="${public_}/.well-known/oauth-protected-resource/mcp"`,
  );
});

test('hangs up on whoever listens once their token ends', async () => {
  const { by, door } = await doorOf();
  const soon = async (): Promise<string> => await by.sign({ exp: Math.floor(Date.now() / 1_000) + 3 });
  const session = await door.open(await by.sign());
  const token = await soon();
  const stream = await fetch(door.url, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'mcp-session-id': session,
    },
  });
  await expect(stream.text()).rejects.toThrow('terminated');
  const modern = await door.ask(await soon(), 'subscriptions/listen', {
    notifications: { toolsListChanged: true },
  });
  expect(modern.status).toBe(200);
  await expect(modern.text()).rejects.toThrow('terminated');
  // Clocks may differ by 5 s: a token that has just ended is taken, and listens to nothing.
  const ended = await by.sign({ exp: Math.floor(Date.now() / 1_000) - 2 });
  const late = door.ask(ended, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
  await expect(late.then(async answer => await answer.text())).rejects.toThrow(/terminated|fetch failed/);
  expect(door.started.stderr()).not.toContain('TimeoutNegativeWarning');
});
