import { type Catalog, HOW_TO_SEARCH } from '../../core/catalog/catalog';
import type { CatalogEntry } from '../../core/catalog/entry/entry';
import { Refusal } from '../../core/support/refusal';
import type { OpenPlace } from './place';

/** The entry of a name that a person typed. @throws {Refusal} unknown-server, with the command that lists all names; broken-entry */
export function namedEntry(
  catalog: Catalog,
  name: string,
  { command }: Pick<OpenPlace, 'command'>,
): CatalogEntry {
  try {
    return catalog.require(name);
  } catch (error) {
    if (!Refusal.is(error) || error.code !== 'unknown-server') throw error;
    const listed = `To list all servers: ${command('--show-launches')}`;
    throw new Refusal(
      error.code,
      error.message.replace(HOW_TO_SEARCH, () => listed),
      error.details,
    );
  }
}
