import type { ServerId, SessionId } from '../../../shared/ids';
import type { CatalogEntry } from '../../catalog/entry/entry';
import { type Disposable, DisposableStore } from '../../support/disposable';
import type { Announcer } from '../sessions/announcer';
import type { ClientRoots, Root } from '../upstream/clientRoots';
import type { CoreServers } from '../sessions/coreServers';
import type { Sessions } from '../sessions/sessions';
import type { UpstreamConnection } from '../upstream/upstream';

interface ServerRootsParts {
  readonly roots: ClientRoots;
  readonly sessions: Sessions;
  readonly core: CoreServers;
  readonly announcer: Announcer;
  readonly pool: { connections(server: ServerId): readonly Pick<UpstreamConnection, 'rootsChanged'>[] };
}

/** Which clients' roots a server is told: those of whoever uses it, so of its one session's client where it has one. */
export class ServerRoots implements Disposable {
  readonly #parts: ServerRootsParts;
  readonly #owned = new DisposableStore();

  constructor(parts: ServerRootsParts) {
    this.#parts = parts;
    const { roots, announcer, sessions, core, pool } = parts;
    const tell = (server: ServerId): void => {
      for (const connection of pool.connections(server)) connection.rootsChanged();
    };
    this.#owned.add(
      roots.onChange(changed => {
        const own = sessions.all().filter(({ connection }) => connection === changed);
        const used = own.flatMap(({ activations }) => [...activations.keys()]);
        for (const server of new Set([...core.external(), ...used])) tell(server);
      }),
    );
    this.#owned.add(
      announcer.onSwitched(server => {
        // One client alone has told its roots when the server came up.
        if (!roots.isEmpty && this.#connectionsOf(server).size > 1) tell(server);
      }),
    );
  }

  /** What a server is told now; undefined where its clients tell no roots. `starter`: the session that it was started for. */
  async of(entry: CatalogEntry, starter: SessionId): Promise<readonly Root[] | undefined> {
    const { roots, sessions, core } = this.#parts;
    if (roots.isEmpty) return undefined;
    const own = sessions.find(starter)?.connection;
    const isAlone = entry.isolation === 'session';
    if (isAlone) return await roots.of(new Set(own === undefined ? [] : [own]));
    if (core.isCore(entry.id)) return await roots.of(new Set(sessions.all().map(each => each.connection)));
    const users = this.#connectionsOf(entry.id);
    // While it comes up, nobody has switched it on yet.
    return await roots.of(users.size > 0 || own === undefined ? users : new Set([own]));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #connectionsOf(server: ServerId): ReadonlySet<string> {
    return new Set(this.#parts.sessions.holders(server).map(({ connection }) => connection));
  }
}
