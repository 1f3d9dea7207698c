import * as z from 'zod';
import { isRecord } from '../../core/support/json';

/** What a credential may be called. */
export const credentialName = z
  .string()
  .regex(/^[A-Za-z_][\w.-]{0,127}$/, 'that is no name for a credential');

/** The variable that stands for `{ "secret_key": "NAME" }`; undefined where that is not what was given. */
export function secretReference(given: unknown): string | undefined {
  if (!isRecord(given) || Object.keys(given).join() !== 'secret_key') return undefined;
  const key = credentialName.safeParse(given['secret_key']);
  return key.success ? `\${secret:${key.data}}` : undefined;
}
