import { sessionId } from '../../../shared/ids';
import type { Catalog } from '../../catalog/catalog';
import type { CatalogEntry } from '../../catalog/entry/entry';
import type { ToolRegistry } from '../../registry/toolRegistry';
import type { Log } from '../../support/log';
import { Refusal } from '../../support/refusal';
import type { CoreServers } from '../sessions/coreServers';
import type { LaunchConsent } from '../launch/launchConsent';
import type { UpstreamPool } from '../upstream/upstreamPool';

/** What a start of the core servers stands on. */
export interface CoreStart {
  readonly catalog: Pick<Catalog, 'find' | 'resolve'>;
  readonly registry: Pick<ToolRegistry, 'hasTools'>;
  readonly core: CoreServers;
  readonly consent: LaunchConsent;
  readonly pool: UpstreamPool;
  readonly log: Log;
}

/** For whom a server starts that no session asked for. */
const NOBODY = sessionId('core servers');

/**
 * Starts the core servers of which no tools are known, so that they are listed before anybody asks: those that may start without a
 * question. Resolves when each has come up or has not; it never rejects.
 */
export async function startCoreServers(parts: CoreStart): Promise<void> {
  const { catalog, core, registry, log } = parts;
  const unknown = core.external().flatMap(server => {
    const entry = catalog.find(server);
    return entry === undefined || entry.launch.type === 'native' || registry.hasTools(server) ? [] : [entry];
  });
  await Promise.all(
    unknown.map(async entry => {
      try {
        await startUnasked(entry, parts);
      } catch (error) {
        // It was switched off, or all of us are, while it came up.
        if (Refusal.is(error, 'upstream-closed') || Refusal.is(error, 'stopped')) return;
        const why = Refusal.is(error) ? error.message : String(error);
        log.warn('A core server did not start', { server: entry.id, why });
      }
    }),
  );
}

async function startUnasked(entry: CatalogEntry, { catalog, consent, pool }: CoreStart): Promise<void> {
  const launch = await catalog.resolve(entry);
  if (!consent.isApproved(entry, launch)) return;
  await pool.connect(entry, NOBODY, consent.inForce(entry, launch));
  // Where each session has its own process, this one was only asked what it has.
  if (entry.isolation === 'session') await pool.release(entry.id, NOBODY, true);
}
