import { open, stat } from 'node:fs/promises';
import { Refusal } from '../core/support/refusal';
import { objectionTo } from '../node/catalog/privateFile';

/**
 * What stands in a file that only its owner can read, without space around it; empty where it is longer than `maxBytes`.
 * @param name the option and the file, for messages. @throws {Refusal} bad-token
 */
export async function privateText(name: string, path: string, maxBytes: number): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false) throw bad(`${name} can't be used: it is not a file.`);
  const file = await open(path, 'r').catch((error: unknown) => {
    throw bad(`${name} can't be read (${codeOf(error)}).`);
  });
  try {
    const { mode, uid, size } = await file.stat();
    const machine = { platform: process.platform, uid: process.getuid?.() };
    const objection = objectionTo(path, { mode, uid }, machine);
    if (objection !== undefined) throw bad(`${name} is not used: ${objection}`);
    return size > maxBytes ? '' : (await file.readFile('utf8')).trim();
  } finally {
    await file.close();
  }
}

/** What the system says of a failure. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

/** A token or key that can't be used. */
export function bad(message: string): Refusal {
  return new Refusal('bad-token', message);
}
