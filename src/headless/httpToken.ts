import { randomUUID } from 'node:crypto';
import { link, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { newToken } from '../node/machine/randomness';
import { requireOutside } from './options/place';
import { bad, codeOf, privateText } from './privateText';

/** A variable with the token of the HTTP server. */
export const TOKEN_VARIABLE = 'SWITCHYARD_TOKEN';

/** What a header carries as it is, and nobody guesses: 32 of these are 128 bits at the least where they are hex digits. */
const TOKEN = /^[\w.~+/-]{32,512}=*$/;

/** A longer file holds no token. */
const MAX_FILE_BYTES = 1_024;

/** Where the token of the HTTP server comes from. */
export interface TokenSource {
  /** The file that `--token-file` names: it is made where it is missing. */
  readonly file: string | undefined;
  /** What `SWITCHYARD_TOKEN` holds. */
  readonly variable: string | undefined;
  readonly workspace: string;
}

/**
 * The key to the HTTP server: that of the file, else of the variable, else one for this run.
 * @throws {Refusal} bad-token, bad-arguments; neither quotes the token
 */
export async function httpToken({ file, variable, workspace }: TokenSource): Promise<string> {
  if (file !== undefined) return await tokenIn(resolve(file), workspace);
  return variable === undefined ? newToken() : checked(variable, TOKEN_VARIABLE);
}

async function tokenIn(path: string, workspace: string): Promise<string> {
  requireOutside('--token-file', path, workspace);
  const name = `--token-file: ${path}`;
  await makeIfMissing(path, name);
  return checked(await privateText(name, path, MAX_FILE_BYTES), name);
}

/** Whole from the first moment, whoever else makes it now: a link to a finished file is there or not. */
async function makeIfMissing(path: string, name: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined) return;
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, `${newToken()}\n`, { flag: 'wx', mode: 0o600 });
    await link(draft, path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return;
    const why = code === 'ENOENT' ? `there is no folder ${dirname(path)}` : code;
    throw bad(`${name} can't be created: ${why}.`);
  } finally {
    await unlink(draft).catch(() => undefined); // It was never made.
  }
}

function checked(token: string, name: string): string {
  if (TOKEN.test(token)) return token;
  throw bad(`${name} contains no token. A token has 32 to 512 letters, digits and -._~+/ characters.`);
}
