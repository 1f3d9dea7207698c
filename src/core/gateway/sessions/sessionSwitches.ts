import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { Readiness } from '../../catalog/launch/readiness';
import type { Session } from './sessions';

/**
 * How ready a server is for one chat: what its person switched for this chat counts before what holds everywhere. What a policy
 * keeps away, no switch brings back.
 */
export function readinessFor(
  session: Pick<Session, 'switches'> | undefined,
  entry: CatalogEntry,
  catalog: Pick<Catalog, 'readiness'>,
): Readiness {
  const isOn = session?.switches.get(entry.id);
  if (isOn === undefined || entry.disabledBy === 'policy') return catalog.readiness(entry);
  if (isOn) return catalog.readiness({ ...entry, disabledBy: null });
  const message = `"${entry.id}" is switched off by the user for this chat. Only the user can enable it again.`;
  return { status: 'disabled', by: 'user', message };
}
