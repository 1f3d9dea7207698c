import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KeptLog } from '../../../test/support/keptLog';
import { selfSigned } from '../../../test/support/certificate';
import { hasPostgres, startPostgres } from '../../../test/support/postgres';
import { systemClock } from '../machine/systemClock';
import { openPgEventStore } from './openPgEventStore';
import { pgAddress } from './pgAddress';

const folder = mkdtempSync(join(tmpdir(), 'switchyard-tls-'));
const [own, strange] = [selfSigned('localhost'), selfSigned('localhost')];
const files = { own: join(folder, 'own.pem'), strange: join(folder, 'strange.pem') };

describe.skipIf(!hasPostgres)('an encrypted connection', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let plain: typeof server;
  let database = '';

  beforeAll(async () => {
    writeFileSync(files.own, own.cert);
    writeFileSync(files.strange, strange.cert);
    server = await startPostgres(own);
    plain = await startPostgres();
    database = await server.newDatabase();
  }, 120_000);
  afterAll(async () => {
    await server.end();
    await plain.end();
    rmSync(folder, { recursive: true });
  });

  const open = async (host: string, parameters: string, at = server) =>
    await openPgEventStore({
      address: pgAddress(
        `postgres://boss@${host}:${at.port}/${at === server ? database : 'postgres'}?${parameters}`,
        at.password,
      ),
      workspace: 'tls',
      clock: systemClock,
      log: new KeptLog(),
    });

  /** Why nothing is recorded; undefined where it is. */
  async function refusal(...where: Parameters<typeof open>): Promise<string | undefined> {
    const store = await open(...where);
    store.dispose();
    return store.awayReason;
  }

  test('the own certificate of a server is trusted where a file names it, and all that is sent is encrypted', async () => {
    const store = await open('localhost', `sslmode=verify-full&sslrootcert=${files.own}`);
    expect(store.awayReason).toBeUndefined();
    const sessions = await server.sql(
      database,
      'SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    expect(sessions).toEqual([{ ssl: true }]);
    store.dispose();
  });

  test('a certificate that nobody vouches for is refused', async () => {
    expect(await refusal('localhost', 'sslmode=verify-full')).toMatch(
      /its certificate is not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(await refusal('localhost', `sslmode=verify-full&sslrootcert=${files.strange}`)).toMatch(
      /its certificate is not accepted/,
    );
    expect(await refusal('localhost', `sslmode=verify-ca&sslrootcert=${files.strange}`)).toMatch(
      /its certificate is not accepted/,
    );
  });

  test('a certificate of another host is refused, unless its name does not matter', async () => {
    const trusted = `sslrootcert=${files.own}`;
    expect(await refusal('127.0.0.1', `sslmode=verify-full&${trusted}`)).toMatch(
      /its certificate is not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
    expect(await refusal('127.0.0.1', `sslmode=verify-ca&${trusted}`)).toBeUndefined();
  });

  test('any certificate will do where only encryption is asked for, and a server without any is refused', async () => {
    expect(await refusal('127.0.0.1', 'sslmode=require')).toBeUndefined();
    expect(await refusal('127.0.0.1', 'sslmode=require', plain)).toMatch(
      /it does not speak TLS: see sslmode/,
    );
  });
});
