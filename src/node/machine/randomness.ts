import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Sha256 } from '../../core/support/hash';
import type { IdSource } from '../../core/support/ids';

export const randomIds: IdSource = { next: () => randomUUID() };

/** 256 random bits as text: the key to our loopback server, new at each start. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export const sha256: Sha256 = text => createHash('sha256').update(text).digest('hex');
