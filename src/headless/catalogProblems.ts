import type { Catalog } from '../core/catalog/catalog';
import type { CatalogProblem } from '../core/catalog/entry';
import type { Disposable } from '../core/support/disposable';
import type { Log } from '../core/support/log';

/** What a command line tells of, where it names servers. */
export interface NamedServers {
  readonly flag: string;
  readonly names: readonly string[];
}

/** Warns of what is wrong with the sources, now and after each change; the same thing once while it lasts. */
export function tellProblems(catalog: Pick<Catalog, 'problems' | 'onDidChange'>, log: Log): Disposable {
  let told = new Set<string>();
  const tell = (): void => {
    const lines = catalog.problems().map(problemLine);
    for (const line of lines) if (!told.has(line)) log.warn(line);
    told = new Set(lines);
  };
  tell();
  return catalog.onDidChange(tell);
}

/** Warns of names that no server has. */
export function tellUnknown(
  { flag, names }: NamedServers,
  catalog: Pick<Catalog, 'find' | 'nearest'>,
  log: Log,
): void {
  for (const name of names) {
    if (catalog.find(name)) continue;
    const near = catalog.nearest(name).map(id => `"${id}"`);
    log.warn(
      `${flag}: no server is called "${name}".${near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`}`,
    );
  }
}

/** A problem as compilers write it, so that terminals and editors make it a link. */
export function problemLine({ origin, line, column, message }: CatalogProblem): string {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return `${origin}${place}: ${message}`;
}
