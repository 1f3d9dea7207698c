import { isUsersOwn } from '../catalog/entry/entry';
import type { Catalog } from '../catalog/catalog';
import type { Bus } from '../journal/bus';
import { type Disposable, DisposableStore } from '../support/disposable';
import { isRecord } from '../support/json';
import type { Log } from '../support/log';
import type { Activator } from './activation';
import type { Announcer } from './sessions/announcer';
import type { Sessions } from './sessions/sessions';
import { readinessFor } from './sessions/sessionSwitches';
import type { ToolCache } from './tools/toolCache';
import type { Upstreams } from './servers/upstreams';

/** What a change of the catalog may reach. */
export interface Following {
  readonly catalog: Catalog;
  readonly bus: Bus;
  readonly sessions: Sessions;
  readonly upstreams: Upstreams;
  readonly activator: Activator;
  readonly announcer: Announcer;
  readonly cache: ToolCache;
  readonly log: Log;
}

/** Takes over what changes in the catalog and what people accept, while the gateway works. */
export function followCatalog(world: Following): Disposable {
  const { catalog, bus, announcer, log } = world;
  const owned = new DisposableStore();
  owned.add(
    // Also when a person accepted a tool in another window.
    bus.subscribe(({ kind, payload }) => {
      if (kind !== 'toolAccepted') return;
      const server = isRecord(payload) ? catalog.find(String(payload['server'])) : undefined;
      if (!server) return;
      catalog.toolsChanged(server.id);
      void announcer.toolListChanged(); // Never rejects: who can't be told is passed over.
    }),
  );
  owned.add(
    catalog.onDidChange(() => {
      catalogChanged(world).catch((error: unknown) =>
        log.error('Taking over a change of the catalog failed', { error: String(error) }),
      );
    }),
  );
  return owned;
}

/**
 * An entry that went away or was switched off takes its activations with it. One that says another launch is started by it for those
 * who have it on, so that they see its tools.
 */
async function catalogChanged(world: Following): Promise<void> {
  const { catalog, sessions, upstreams, activator, announcer, cache, log } = world;
  await upstreams.stopOutdated();
  cache.recall();
  for (const session of sessions.all()) {
    for (const [server, { source }] of session.activations) {
      const found = catalog.find(server);
      // Where the user's own entry went, one of the registry with its name is another server: nobody switched that on.
      const isAnother = found !== undefined && isUsersOwn({ source }) && !isUsersOwn(found);
      const entry = isAnother ? undefined : found;
      if (entry && readinessFor(session, entry, catalog).status !== 'disabled') continue;
      if (!entry) session.removed.add(server);
      await activator.end(session, server, entry ? 'disabled' : 'removed from the catalog');
    }
  }
  await announcer.toolListChanged();
  for (const session of sessions.all()) {
    for (const server of session.activations.keys()) {
      const entry = catalog.find(server);
      // Nobody waits for it: where it fails, the next call tries again and is told why.
      if (entry) upstreams.startUnknown(entry, session).catch(failed(server));
    }
  }

  function failed(server: string) {
    return (error: unknown) =>
      log.warn('A server could not be started by its new entry', { server, error: String(error) });
  }
}
