/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The same text for the same value, whatever the order of its keys: what hashes are made of. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

/** A plain object with unknown fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value has no more levels of lists and objects. Looks without calling itself: it may be nested deeper than any stack. */
export function isShallow(value: unknown, levels: number): boolean {
  let level = [value].filter(isNest);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return false;
    level = level.flatMap(nest => Object.values(nest)).filter(isNest);
  }
  return true;
}

function isNest(part: unknown): part is object {
  return typeof part === 'object' && part !== null;
}
