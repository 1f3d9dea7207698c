import { isRecord } from '../support/json';
import type { JsonSchema } from './tool';

/** What a `$ref` refers to inside of its schema; undefined where it refers to nothing, or to another document. */
export function referredTo(root: JsonSchema, ref: unknown): unknown {
  if (ref === '#') return root;
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const part of ref.slice(2).split('/')) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    // A list has its places as own properties as well.
    const holder: unknown = found;
    found =
      (isRecord(holder) || Array.isArray(holder)) && Object.hasOwn(holder, key) ? at(holder, key) : undefined;
  }
  return found;
}

function at(holder: JsonSchema | readonly unknown[], key: string): unknown {
  return (holder as JsonSchema)[key];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // A percent sign that is one.
  }
}
