/** What somebody who looks at a long list wants of it. */
export interface Look<T> {
  /** How many are wanted. */
  readonly limit: number;
  /** What is looked for; without it, the first ones are wanted. */
  readonly fits?: ((item: T) => boolean) | undefined;
  /** How many are looked at, at most, where something is looked for. */
  readonly lookAt: number;
}

/** The first ones of a long list. */
export interface Seen<T> {
  readonly items: readonly T[];
  /** How many there are in all, whether they fit or not. */
  readonly size: number;
  /** How many fit, of those looked at. */
  readonly fitting: number;
  /** How many were looked at: the rest may fit too. */
  readonly lookedAt: number;
}

/** Takes the first of a list that is `size` long, without going through all of it. */
export function lookThrough<T>(list: Iterable<T>, size: number, { limit, fits, lookAt }: Look<T>): Seen<T> {
  const items: T[] = [];
  let fitting = 0;
  let lookedAt = 0;
  for (const item of list) {
    if (fits === undefined ? items.length === limit : lookedAt === lookAt) break;
    lookedAt += 1;
    if (fits !== undefined && !fits(item)) continue;
    fitting += 1;
    if (items.length < limit) items.push(item);
  }
  return fits === undefined
    ? { items, size, fitting: size, lookedAt: size }
    : { items, size, fitting, lookedAt };
}
