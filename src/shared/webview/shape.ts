/** Says whether unknown data has one shape. It is not copied: pictures have 10,000 rows. */
export type Shape<T> = (value: unknown) => value is T;

/** Text of at most `max` characters. */
export function text(max: number): Shape<string> {
  return (value): value is string => typeof value === 'string' && value.length <= max;
}

export const bool: Shape<boolean> = value => typeof value === 'boolean';

export const finite: Shape<number> = (value): value is number => Number.isFinite(value);

/** One of the given words or values. */
export function oneOf<const T extends string | boolean>(words: readonly T[]): Shape<T> {
  const known = new Set<unknown>(words);
  return (value): value is T => known.has(value);
}

/** A list of at most `max` items. */
export function listOf<T>(item: Shape<T>, max: number): Shape<readonly T[]> {
  return (value): value is readonly T[] =>
    Array.isArray(value) && value.length <= max && value.every(each => item(each));
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Read<F extends Fields> = { readonly [K in keyof F]: F[K] extends Shape<infer T> ? T : never };

/** A record that has the required fields, and of the optional ones none of another shape. */
export function record<F extends Fields>(required: F): Shape<Read<F>>;
export function record<F extends Fields, O extends Fields>(
  required: F,
  optional: O,
): Shape<Read<F> & Partial<Read<O>>>;
export function record(required: Fields, optional: Fields = {}): Shape<object> {
  const needed = Object.entries(required);
  const possible = Object.entries(optional);
  return (value): value is object => {
    if (typeof value !== 'object' || value === null) return false;
    const given = value as Readonly<Record<string, unknown>>;
    for (const [key, shape] of needed) if (!shape(given[key])) return false;
    for (const [key, shape] of possible) {
      const field = given[key];
      if (field !== undefined && !shape(field)) return false;
    }
    return true;
  };
}
