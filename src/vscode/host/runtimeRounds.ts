import type { Core } from '../../core/core';
import type { CatalogSource } from '../../core/catalog/entry/ports';
import { RoundBook } from '../../core/rounds/roundBook';
import { RoundServers } from '../../core/rounds/roundServers';
import type { Rounds } from '../../core/rounds/rounds';
import type { Log } from '../../core/support/log';
import { roundDoor } from '../../mcp/rounds/roundDoors';
import type { LoopbackHandler } from '../../shared/httpExchange';
import type { WindowRounds } from '../rounds/windowRounds';

/** LLM rounds of this window. */
export interface RuntimeRounds {
  /** Those that they name by address: no list of the catalog has them. */
  readonly servers: RoundServers;
  /** What people can see of them. */
  readonly book: RoundBook;
  /** What runs them: loaded when it is asked for. */
  readonly open: () => Promise<Rounds>;
  /** Answers at the doors of rounds, and leaves every other request to `rest`. */
  readonly handler: (rest: LoopbackHandler) => LoopbackHandler;
}

/** Rounds before there is a core: the servers that they name are a part of its catalog. */
export function comingRounds(log: Log): { readonly servers: CatalogSource; open(core: Core): RuntimeRounds } {
  const servers = new RoundServers(log);
  return {
    servers,
    open(core) {
      const book = new RoundBook(core);
      let loaded: Promise<WindowRounds> | undefined;
      const load = async (): Promise<WindowRounds> => {
        const { windowRounds } = await import('../rounds/windowRounds');
        return windowRounds({ core, servers, book, log });
      };
      const opened = async (): Promise<WindowRounds> => await (loaded ??= load());
      return {
        servers,
        book,
        open: async () => (await opened()).rounds,
        handler: rest => async (request, reply) => {
          const handle = roundDoor(request.path) === undefined ? rest : (await opened()).handle;
          await handle(request, reply);
        },
      };
    },
  };
}
