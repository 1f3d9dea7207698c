import { DatabaseError } from 'pg';
import { RefusalOfAll } from '../../core/journal/refusalOfAll';
import { Refusal } from '../../core/support/refusal';

/** The database can't be reached now. `why` is in our own words: what a server or a driver says may hold names and values. */
export class Lost extends Error {
  readonly why: string;

  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

const NO_PASSWORD = 'it asks for a password';
const WRONG_PASSWORD = 'it refuses the user name or the password';
const NO_SIGN_IN = 'it refuses this user or this way of signing in';
/** What waiting does not mend: a program keeps the password that it was started with. */
const SIGN_IN: ReadonlySet<string> = new Set([NO_PASSWORD, WRONG_PASSWORD, NO_SIGN_IN]);

/** Why a connection fails, by the code of Node or of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const LOST: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'nothing listens there',
  ENOTFOUND: 'its host name is not known',
  EAI_AGAIN: 'its host name cannot be looked up now',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  '28P01': WRONG_PASSWORD,
  '28000': NO_SIGN_IN,
  '3D000': 'it has no such database',
  '53300': 'it has no connection left',
  '57P01': 'it was stopped',
  '57P02': 'it crashed',
  '57P03': 'it is starting or stopping',
};

const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, 'it does not answer'],
  [/does not support SSL/i, 'it does not speak TLS: see sslmode'],
  [/SASL|password/i, NO_PASSWORD],
];

/** What an error of the driver means: that the database is out of reach, or a refusal of what was asked. */
export function failureOf(error: unknown, place: string): Lost | Refusal {
  if (error instanceof Lost || error instanceof Refusal) return error;
  const code = codeOf(error);
  if (error instanceof DatabaseError && !isOfConnection(code)) return refusalOf(code, place);
  const known = LOST[code];
  if (known !== undefined) return new Lost(known);
  if (/CERT|SIGNATURE|ISSUER/.test(code)) return new Lost(`its certificate is not accepted (${code})`);
  const message = error instanceof Error ? error.message : '';
  const [, told] = BY_MESSAGE.find(([pattern]) => pattern.test(message)) ?? [];
  return new Lost(told ?? 'the connection was lost');
}

/** What the caller of a write or a read hears while the database is out of reach. */
export function unreachable(place: string, why: string): Refusal {
  const next = SIGN_IN.has(why)
    ? 'Another password counts after a restart of Switchyard, or in VS Code after Connect to Team Journal.'
    : 'Try again when it is back: no restart is needed.';
  return new RefusalOfAll(
    'journal-io',
    `The team's journal in PostgreSQL at ${place} can't be reached: ${why}. Nothing shared was recorded. What is known here can be read. ${next}`,
  );
}

function isOfConnection(code: string): boolean {
  return code.startsWith('08') || code.startsWith('57P') || LOST[code] !== undefined;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function refusalOf(code: string, place: string): Refusal {
  const at = `the team's journal in PostgreSQL at ${place}`;
  switch (code) {
    case '53100':
    case '53200':
      return new Refusal(
        'journal-full',
        `The server of ${at} has no space left, so nothing was recorded. What was recorded before is safe.`,
      );
    case '25006':
    case '42501':
      return new Refusal(
        'journal-read-only',
        `Nothing can be recorded in ${at}: the database is read-only, or its role lacks a right. See docs/teams.md.`,
      );
    case '42P01':
    case '3F000':
      return new Refusal('journal-read-only', `Nothing can be recorded in ${at}: its tables are gone.`);
    case '55P03':
    case '57014':
    case '40001':
    case '40P01':
      return new Refusal(
        'journal-busy',
        `Another program has kept ${at} for 30 seconds, so nothing was recorded. Try again.`,
      );
    case 'XX001':
    case 'XX002':
      return new Refusal('journal-damaged', `The server says that ${at} is damaged. Ask who runs it.`);
    default:
      return new Refusal('journal-io', `The server of ${at} refused (${code}), so nothing was recorded.`);
  }
}
