import type { CatalogProblem, CatalogSourceReading } from './entry';

/**
 * The readings without entries that are called like a module of ours, and what to tell of them. Whoever took the place of such a module
 * would be on in every chat, and be taken for us.
 */
export function withoutReservedNames(readings: readonly CatalogSourceReading[]): {
  readonly allowed: readonly CatalogSourceReading[];
  readonly problems: readonly CatalogProblem[];
} {
  const own = readings.filter(({ source }) => source === 'built-in').flatMap(({ entries }) => entries);
  const reserved = new Set<string>(own.map(({ id }) => id));
  const problems: CatalogProblem[] = [];
  const allowed = readings.map(reading => {
    const taken = reading.source === 'built-in' ? [] : reading.entries.filter(({ id }) => reserved.has(id));
    for (const { id, origin } of taken) {
      problems.push({
        origin,
        ...reading.places?.get(id),
        server: id,
        message: `"${id}" is reserved for a Switchyard module, so this server is ignored. Rename it.`,
      });
    }
    return taken.length === 0
      ? reading
      : { ...reading, entries: reading.entries.filter(({ id }) => !reserved.has(id)) };
  });
  return { allowed, problems };
}
