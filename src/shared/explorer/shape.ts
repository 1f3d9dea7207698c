/** Reads a value of one shape out of unknown data; undefined where it has another. */
export type Shape<T> = (value: unknown) => T | undefined;

/** Text of at most `max` characters. */
export function text(max: number): Shape<string> {
  return value => (typeof value === 'string' && value.length <= max ? value : undefined);
}

export const bool: Shape<boolean> = value => (typeof value === 'boolean' ? value : undefined);

export const finite: Shape<number> = value =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** One of the given words. */
export function oneOf<const T extends string>(words: readonly T[]): Shape<T> {
  return value => words.find(word => word === value);
}

/** A list of at most `max` items. */
export function listOf<T>(item: Shape<T>, max: number): Shape<readonly T[]> {
  return value => {
    if (!Array.isArray(value) || value.length > max) return undefined;
    const items: T[] = [];
    for (const each of value) {
      const read = item(each);
      if (read === undefined) return undefined;
      items.push(read);
    }
    return items;
  };
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Read<F extends Fields> = { readonly [K in keyof F]: F[K] extends Shape<infer T> ? T : never };

/** A record of exactly these fields: others are left behind. */
export function record<F extends Fields>(required: F): Shape<Read<F>>;
export function record<F extends Fields, O extends Fields>(
  required: F,
  optional: O,
): Shape<Read<F> & Partial<Read<O>>>;
export function record(required: Fields, optional: Fields = {}): Shape<object> {
  return value => {
    if (typeof value !== 'object' || value === null) return undefined;
    const given = new Map<string, unknown>(Object.entries(value));
    const read: [string, unknown][] = [];
    for (const [key, shape] of Object.entries(required)) {
      const field = shape(given.get(key));
      if (field === undefined) return undefined;
      read.push([key, field]);
    }
    for (const [key, shape] of Object.entries(optional)) {
      if (given.get(key) === undefined) continue;
      const field = shape(given.get(key));
      if (field === undefined) return undefined;
      read.push([key, field]);
    }
    return Object.fromEntries(read);
  };
}
