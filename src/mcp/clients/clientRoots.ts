import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ClientRoots, Root } from '../../core/gateway/upstream/clientRoots';
import type { Disposable } from '../../core/support/disposable';
import { disposable } from '../../core/support/disposable';
import type { Log } from '../../core/support/log';

/** A client that does not answer for so long, in milliseconds, has no roots: servers wait for them. */
const ANSWER_MS = 2_000;

/** Asks a client that has roots for them, now and whenever it says that they changed. */
export function readRoots(server: Server, roots: ClientRoots, connection: string, log: Log): Disposable {
  const read = (): void => {
    if (server.getClientCapabilities()?.roots !== undefined) roots.set(connection, ask());
  };
  const ask = async (): Promise<readonly Root[] | undefined> => {
    try {
      const { roots: found } = await server.listRoots(undefined, { timeout: ANSWER_MS });
      return found.map(({ uri, name }) => ({ uri, ...(name === undefined ? {} : { name }) }));
    } catch (error) {
      log.debug('A client did not tell its roots', {
        error: error instanceof Error ? error.name : 'unknown',
      });
      return undefined;
    }
  };
  server.oninitialized = read;
  server.setNotificationHandler(RootsListChangedNotificationSchema, read);
  return disposable(() => roots.remove(connection));
}
