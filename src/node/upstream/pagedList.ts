import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import * as z from 'zod';
import { jsonBytes } from '../../core/support/utf8';
import { ListTooLong, MAX_LIST_BYTES } from './listBounds';

/** Bounds of a listing. */
const MAX_PAGES = 100;
const MAX_ITEMS = 2_000;

const page = z.looseObject({ nextCursor: z.string().optional().catch(undefined) });

/**
 * Every page of a list, as the server sends it: items are not looked at. It ends at its bounds, and where the server gives
 * a cursor for the second time, which `onRepeated` hears; `onBeyond` hears that there is more than is taken. @throws {ListTooLong} where all pages together are too many bytes
 */
export async function pagedList(
  client: Client,
  method: string,
  field: string,
  signal: AbortSignal,
  { onRepeated, onBeyond }: { readonly onRepeated?: () => void; readonly onBeyond?: () => void } = {},
): Promise<readonly unknown[]> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let bytes = 0;
  let isMore = false;
  for (let count = 0; count < MAX_PAGES && items.length < MAX_ITEMS; count++) {
    // Asked for plainly: the SDK's own listTools compiles every output schema each time.
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method, params }, page, { signal });
    const found = answer[field];
    if (Array.isArray(found)) {
      bytes += jsonBytes(found);
      if (bytes > MAX_LIST_BYTES) throw new ListTooLong();
      for (const item of found) items.push(item);
    }
    cursor = answer.nextCursor;
    isMore = cursor !== undefined && !seen.has(cursor);
    if (cursor === undefined) break;
    if (!isMore) {
      onRepeated?.();
      break;
    }
    seen.add(cursor);
  }
  if (isMore || items.length > MAX_ITEMS) onBeyond?.();
  return items.slice(0, MAX_ITEMS);
}
