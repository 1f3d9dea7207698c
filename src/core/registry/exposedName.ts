import type { ServerId } from '../../shared/ids';
import type { Sha256 } from '../support/hash';

/** VS Code puts up to 18 characters in front of a name and cuts at 64 without a word. */
export const MAX_NAME_LENGTH = 46;

const HASH_LENGTH = 8;

/**
 * The name a model calls a server's tool by. A pure function of server and tool: it never depends on what else is
 * active. A tool's own name is kept where it fits; else it is cleaned, cut and made unique by a hash of the whole.
 */
export function exposedName(server: ServerId, tool: string, sha256: Sha256): string {
  // Gemini refuses a name that starts with a digit, and no server's starts with `_`.
  const plain = `${/^\d/.test(server) ? '_' : ''}${server}__${tool}`;
  if (/^[A-Za-z0-9_-]+$/.test(tool) && plain.length <= MAX_NAME_LENGTH) return plain;
  const suffix = `_${sha256(plain).slice(0, HASH_LENGTH)}`;
  const clean = plain.replace(/[^A-Za-z0-9_-]+/g, '_');
  return clean.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
}
