import type { CatalogProblem } from './entry';
import { oneLine } from './plainText';

/** A setting that names servers. */
export interface NamedServers {
  /** The setting. */
  readonly origin: string;
  readonly names: () => readonly string[];
}

interface Lookup {
  find(name: string): unknown;
  nearest(name: string): readonly string[];
}

/** The names of a setting that no server has. */
export function unknownNames({ origin, names }: NamedServers, catalog: Lookup): readonly CatalogProblem[] {
  return names()
    .filter(name => catalog.find(name) === undefined)
    .map(name => {
      const near = catalog.nearest(name).map(id => `"${id}"`);
      const meant = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
      return { origin, message: `No server is named "${oneLine(name, 64)}".${meant}`, isWarning: true };
    });
}
