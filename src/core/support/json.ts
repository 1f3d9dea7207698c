/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The same text for the same value, whatever the order of its keys: what hashes are made of. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(
          Object.keys(part)
            .sort()
            .map(key => [key, part[key]]),
        )
      : part,
  );
}

/** A plain object with unknown fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has no more levels of lists and objects. */
export function isShallow(value: unknown, most: number): boolean {
  let depth = 0;
  for (const level of levelsOf(value)) {
    if (depth === most && level.some(isNest)) return false;
    depth += 1;
  }
  return true;
}

/** Whether every number in a value is one: text such as 1e999 is read as Infinity, which JSON can't say again. */
export function isFiniteThroughout(value: unknown): boolean {
  for (const level of levelsOf(value)) {
    if (level.some(part => typeof part === 'number' && !Number.isFinite(part))) return false;
  }
  return true;
}

/** A value, then what is in it, and so on. Without calling itself: it may be nested deeper than any stack. */
function* levelsOf(value: unknown): Generator<readonly unknown[]> {
  let level = [value];
  while (level.length > 0) {
    yield level;
    level = level.filter(isNest).flatMap((nest): unknown[] => Object.values(nest));
  }
}

function isNest(part: unknown): part is object {
  return typeof part === 'object' && part !== null;
}
