import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Refusal } from '../../core/support/refusal';

/** Where a team's journal is, and as whom to sign in there. */
export interface PgAddress {
  /** A host name, an IP address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Undefined where the server asks for none, or `~/.pgpass` has it. */
  readonly password: string | undefined;
  readonly tls: false | ConnectionOptions;
  /** What may be told of it: never the user, the password or the URL. */
  readonly shown: string;
}

const DEFAULT_PORT = 5_432;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);
const PARAMETERS: ReadonlySet<string> = new Set(['sslmode', 'sslrootcert', 'host']);
const WRONG = "The address of a team's journal is postgres://USER@HOST[:PORT]/DATABASE.";

/** Reads the URL of a journal. `password` wins over one in the URL. @throws {Refusal} bad-arguments, without a part of the URL */
export function pgAddress(text: string, password: string | undefined): PgAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) throw bad(WRONG);
  for (const name of url.searchParams.keys())
    if (!PARAMETERS.has(name))
      throw bad(`${WRONG} It can end with ?sslmode=, sslrootcert=, and host= for the folder of a socket.`);
  const host = url.searchParams.get('host') ?? decoded(url.hostname.replace(/^\[|\]$/g, ''));
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  if (host === '' || database === '' || database.includes('/') || user === '') throw bad(WRONG);
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  const given = password ?? (url.password === '' ? undefined : decoded(url.password));
  const shown = `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
  return { host, port, database, user, password: given, tls: tlsOf(url.searchParams, host), shown };
}

/** Encrypted and verified, where nothing else is said, but on this machine. */
function tlsOf(parameters: URLSearchParams, host: string): false | ConnectionOptions {
  const isHere = LOOPBACK.has(host) || host.startsWith('/');
  const mode = parameters.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  const file = parameters.get('sslrootcert');
  const trusted = file === null ? {} : { ca: readCertificate(file) };
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { ...trusted, rejectUnauthorized: true, checkServerIdentity: () => undefined };
    case 'verify-full':
      return { ...trusted, rejectUnauthorized: true };
    default:
      throw bad('sslmode is disable, require, verify-ca or verify-full.');
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw bad("The file of sslrootcert in the address of the team's journal can't be read.");
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(WRONG);
  }
}

function bad(message: string): Refusal {
  return new Refusal('bad-arguments', message);
}
