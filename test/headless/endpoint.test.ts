import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tokenIssuer } from '../support/tokenIssuer';
import { start } from './clients';
import { endpointOf, PING } from './endpoints';
import { world } from './world';

test('limits each user’s requests, and counts without names', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({}), by, '--calls-per-minute', '2');
  const ada = `Bearer ${await by.sign()}`;
  const statuses = [await door.post(ada), await door.post(ada), await door.post(ada)];
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 429]);
  expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statuses[2]?.text()).toMatch(
    /"Rate limit exceeded: 2 requests per minute\. Try again in \d+ s\."/,
  );
  // Another token of the same user counts for the same one.
  expect((await door.post(`Bearer ${await by.sign({ scope: 'switchyard:read' })}`)).status).toBe(429);
  expect((await door.post(`Bearer ${await by.sign({ sub: 'bob' })}`)).status).toBe(400);
  expect((await fetch(door.at('/metrics'))).status).toBe(401);
  const work = { authorization: ada };
  expect((await fetch(door.at('/metrics'), { headers: work })).status).toBe(403);
  const scope = 'switchyard:read switchyard:administer';
  const authorization = `Bearer ${await by.sign({ scope })}`;
  const text = await (await fetch(door.at('/metrics'), { headers: { authorization } })).text();
  expect(text).toContain('switchyard_refusals_total{reason="rate"} 2');
  expect(text).not.toMatch(/ada|bob/);
});

test('says without a token how clients find the issuer, and whether it is alive and ready', async () => {
  const by = await tokenIssuer();
  const of = world({});
  const door = await endpointOf(of, by);
  for (const path of ['', '/mcp']) {
    const about = await fetch(door.at(`/.well-known/oauth-protected-resource${path}`));
    expect(await about.json()).toMatchObject({
      resource: door.url,
      authorization_servers: [by.origin],
      bearer_methods_supported: ['header'],
    });
  }
  const ready = async () => {
    const answer = await fetch(door.at('/readyz'));
    return [answer.status, await answer.json(), answer.headers.get('retry-after')] as const;
  };
  expect(await ready()).toEqual([200, { status: 'ready' }, null]);
  const journal = join(of.folder, 'state', 'journal.db');
  await rename(journal, `${journal}.away`);
  const gone = { status: 'not ready', reason: 'The journal is gone.' };
  await expect.poll(ready).toEqual([503, gone, '5']);
  await rename(`${journal}.away`, journal);
  await expect.poll(ready).toEqual([200, { status: 'ready' }, null]);
  expect((await fetch(door.at('/healthz'))).status).toBe(200);
  for (const [method, status] of [
    ['HEAD', 200],
    ['POST', 405],
  ] as const)
    expect((await fetch(door.at('/healthz'), { method })).status).toBe(status);
  const put = await fetch(door.url, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST, GET, DELETE']);
});

test('is not ready where nothing can be recorded, and serves all the same', async () => {
  const by = await tokenIssuer();
  const of = world({});
  const before = start(of.options);
  before.child.stdin?.end();
  expect(await before.exit).toBe(0);
  const journal = new DatabaseSync(join(of.folder, 'state', 'journal.db'));
  // As a newer version leaves it.
  journal.exec('PRAGMA user_version = 9999');
  journal.close();
  const door = await endpointOf(of, by);
  const ready = await fetch(door.at('/readyz'));
  const reason = 'The journal cannot be written.';
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reason }]);
  expect(await door.open(await by.sign())).not.toBe('');
});

test('while the issuer cannot be reached, lets nobody in and says so, and goes on once it can', async () => {
  const by = await tokenIssuer();
  by.down(true);
  const door = await endpointOf(world({}), by);
  const token = `Bearer ${await by.sign()}`;
  const answer = await door.post(token);
  const reason = 'The keys of the issuer cannot be fetched.';
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '5',
    { error: 'temporarily_unavailable', error_description: `${reason} Try again in a moment.` },
  ]);
  const ready = await fetch(door.at('/readyz'));
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reason }]);
  expect((await fetch(door.at('/healthz'))).status).toBe(200);
  by.down(false);
  await expect.poll(async () => (await fetch(door.at('/readyz'))).status).toBe(200);
  expect((await door.post(token)).status).toBe(400); // Let in: a session is to be opened first.
});

test('takes the keys from where it is told', async () => {
  const by = await tokenIssuer();
  const door = await endpointOf(world({}), by, '--oauth-jwks', `${by.origin}/keys`);
  expect((await door.post(`Bearer ${await by.sign()}`, PING)).status).toBe(400);
  expect(by.requests).toEqual(['GET /keys']);
});

test('does not start with what would be unsafe, and says why', async () => {
  const flags = ['--oauth-issuer', 'https://a.example', '--oauth-audience', 'a'];
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['--host requires --oauth-issuer', ['--http', '--host', '0.0.0.0']],
    ['requires --public-url', ['--http', ...flags, '--host', '0.0.0.0']],
    ['Use --token-file or --oauth-issuer, not both', ['--http', ...flags, '--token-file', 't']],
    ['--oauth-issuer requires --http', flags],
    ['takes an https:// address', ['--http', '--oauth-issuer', 'http://a.example', '--oauth-audience', 'a']],
  ];
  for (const [sentence, line] of cases) {
    const started = start([...world({}).options, ...line]);
    expect([await started.exit, started.stderr()]).toEqual([2, expect.stringContaining(sentence)]);
  }
});
