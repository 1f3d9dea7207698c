import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** How long an answer holds, in milliseconds: whoever asks may be anybody. */
const HOLDS_MS = 1_000;

/** SQLite's code for a database that somebody writes to now (https://www.sqlite.org/rescode.html#busy). */
const BUSY = 5;

/** Tells whether the journal can be written, by beginning to. Undefined where it can, else why not, in a few words. */
export function journalReady(path: string, nowMs: () => number): () => string | undefined {
  let answer: string | undefined;
  let askedMs = -Infinity;
  return () => {
    if (nowMs() - askedMs < HOLDS_MS) return answer;
    askedMs = nowMs();
    answer = problemOf(path);
    return answer;
  };
}

function problemOf(path: string): string | undefined {
  // SQLite would make a new one.
  if (!existsSync(path)) return 'The journal is gone.';
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
    return (code & 255) === BUSY ? undefined : 'The journal cannot be written.';
  } finally {
    database?.close();
  }
}
