import type { Catalog } from '../../core/catalog/catalog';
import { problemLine } from '../../core/catalog/entry/problemLine';
import type { GivenYes } from '../../core/gateway/launch/launchDecision';
import type { Disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';
import type { OwnCommand } from './commandLine';

/** What a command line tells of, where it names servers. */
export interface NamedServers {
  readonly flag: string;
  readonly names: readonly string[];
}

/** The catalog, or what else knows what is wrong with a file of people's. */
interface Faulty extends Pick<Catalog, 'problems'> {
  onDidChange(listener: () => void): Disposable;
}

/** Warns of what is wrong with the sources, now and after each change; the same thing once while it lasts. */
export function tellProblems(catalog: Faulty, log: Log): Disposable {
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

/** Tells which servers the workspace's own files define that no name on the command line can start. */
export function tellWaiting(
  catalog: Pick<Catalog, 'entries'>,
  { given, command }: { readonly given: Pick<GivenYes, 'workspace'>; readonly command: OwnCommand },
  log: Log,
): void {
  const waiting = catalog.entries().filter(({ owner }) => owner === 'workspace');
  if (given.workspace || waiting.length === 0) return;
  const names = waiting.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = waiting.length - names.length;
  log.warn(
    `Files of the workspace define servers: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Each starts only after a yes to ` +
      `exactly what it runs, which this shows: ${command('approve', names[0] ?? '')} . --trust-workspace allows all of them.`,
  );
}

/** Servers that a line names at most. */
const MOST_NAMED = 10;
