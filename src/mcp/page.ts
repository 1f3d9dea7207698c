import { INVALID_PARAMS, ProtocolError } from '../core/gateway/upstream/protocolError';
import { jsonBytes } from '../core/support/utf8';

/** Bytes of the items in one page of a list: what several servers list may be more than a client takes (chosen here). */
const MAX_PAGE_BYTES = 4 * 1_048_576;

/** Lists are asked for again and again, of items that never change. */
const knownBytes = new WeakMap<object, number>();

/**
 * One page of a list of items that never change. A cursor is the place of its first item.
 * @throws {ProtocolError} for a cursor of no list
 */
export function pageOf<T extends object>(
  items: readonly T[],
  cursor: string | undefined,
  mostItems: number,
): { readonly items: T[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (cursor !== undefined && !(/^\d{1,9}$/.test(cursor) && start < items.length))
    throw new ProtocolError(
      INVALID_PARAMS,
      "This cursor doesn't belong to this list. List it from the start.",
    );
  const page: T[] = [];
  let left = MAX_PAGE_BYTES;
  for (const item of items.slice(start, start + mostItems)) {
    left -= bytesOf(item) + 1;
    if (left < 0 && page.length > 0) break;
    page.push(item);
  }
  const end = start + page.length;
  return { items: page, ...(end < items.length ? { nextCursor: String(end) } : {}) };
}

function bytesOf(item: object): number {
  const bytes = knownBytes.get(item) ?? jsonBytes(item);
  knownBytes.set(item, bytes);
  return bytes;
}
