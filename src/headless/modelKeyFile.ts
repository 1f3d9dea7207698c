import { resolve } from 'node:path';
import { bad, privateText } from './privateText';

/** A longer file holds no key. */
const MAX_BYTES = 4_096;

/** What a header carries as it is. */
const KEY = /^[\x21-\x7e]+$/;

/** The key in a file that only its owner can read. @throws {Refusal} bad-token; it does not quote the key */
export async function modelKeyIn(file: string): Promise<string> {
  const path = resolve(file);
  const name = `--model-key-file: ${path}`;
  const key = await privateText(name, path, MAX_BYTES);
  if (!KEY.test(key)) throw bad(`${name} contains no key.`);
  return key;
}
