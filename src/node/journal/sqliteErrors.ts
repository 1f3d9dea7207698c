import { Refusal } from '../../core/support/refusal';

/** Primary result codes of SQLite that we tell apart (https://www.sqlite.org/rescode.html). */
const SQLITE = {
  ERROR: 1,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
} as const;

/** The primary result code of an error of `node:sqlite`, or undefined where it is another error. */
function sqliteCode(error: unknown): number | undefined {
  // The low byte is the primary code, the rest says more about where it happened.
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

/** Whether another connection is in the way: trying again helps. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.BUSY || code === SQLITE.LOCKED;
}

/** Whether the file itself is broken. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.CORRUPT || code === SQLITE.NOTADB || Refusal.is(error, 'journal-damaged');
}

/** Whether a damaged file gives no more than this: broken pages, or not even the tables. */
export function isUnreadable(error: unknown): boolean {
  return isDamage(error) || sqliteCode(error) === SQLITE.ERROR;
}

/** Whether the place can be read at best. */
export function isReadOnly(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE.READONLY || code === SQLITE.CANTOPEN;
}

/** Whether `node:sqlite` threw it at all. */
export function isSqliteError(error: unknown): boolean {
  return sqliteCode(error) !== undefined;
}

/** What a caller can do about an error of SQLite; any other error comes back as it is. */
export function asRefusal(error: unknown): unknown {
  const refuse = (code: string, message: string): Refusal => new Refusal(code, message, {}, { cause: error });
  switch (sqliteCode(error)) {
    case SQLITE.BUSY:
    case SQLITE.LOCKED:
      return refuse(
        'journal-busy',
        "Another window or process has kept this workspace's journal for 30 seconds, so nothing was recorded. Try again, or close it.",
      );
    case SQLITE.FULL:
      return refuse(
        'journal-full',
        'The disk is full, so nothing was recorded. Free some space, then try again. What was recorded before is safe.',
      );
    case SQLITE.READONLY:
    case SQLITE.CANTOPEN:
      return refuse(
        'journal-read-only',
        "This workspace's journal can't be written: its file or folder is read-only. Make it writable, then reload the window.",
      );
    case SQLITE.CORRUPT:
    case SQLITE.NOTADB:
      return refuse(
        'journal-damaged',
        "The file of this workspace's journal is damaged. Reload the window: what is readable is then saved into a new file.",
      );
    case SQLITE.IOERR:
      return refuse(
        'journal-io',
        "The disk did not take or give what this workspace's journal needed, so nothing was recorded. Check its space and health, then try again.",
      );
    default:
      return error;
  }
}
