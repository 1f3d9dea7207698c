/** Bytes of what is on it after which a page ends, whatever its limit: an answer has to be read by somebody (chosen here). */
export const MAX_PAGE_BYTES = 1_048_576;

interface Page<T> {
  readonly limit: number;
  /** What does not belong on it. */
  readonly skip?: (item: T) => boolean;
  readonly bytes: (item: T) => number;
}

/** The first of these that fit on a page; one at least, however large. */
export function pageOf<T>(items: Iterable<T>, { limit, skip = () => false, bytes }: Page<T>): T[] {
  const page: T[] = [];
  let sum = 0;
  for (const item of items) {
    if (skip(item)) continue;
    sum += bytes(item);
    if (page.length > 0 && sum > MAX_PAGE_BYTES) break;
    page.push(item);
    if (page.length === limit) break;
  }
  return page;
}
