import { resolve } from 'node:path';
import type { JournalWish } from './options/journalOption';
import { privateText } from './privateText';

/** The variable that PostgreSQL's own programs read. */
const VARIABLE = 'PGPASSWORD';
/** A longer file holds no password. */
const MAX_BYTES = 4_096;

/** The password of a team's journal, where one was given apart from its URL. @throws {Refusal} bad-token */
export async function teamPassword({ passwordFile }: JournalWish): Promise<string | undefined> {
  const variable = process.env[VARIABLE];
  // What a server's entry may ask for by its name, and what git inherits.
  delete process.env[VARIABLE];
  if (passwordFile === undefined) return variable;
  const path = resolve(passwordFile);
  return await privateText(`--journal-password-file: ${path}`, path, MAX_BYTES);
}
