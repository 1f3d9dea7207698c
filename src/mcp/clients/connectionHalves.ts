import type { CallerClient } from '../../core/gateway/upstream/upstream';
import type { Clock } from '../../core/support/clock';
import { ClientList } from './clientList';
import type { Surface } from './surface';

/**
 * How long an answer waits for the list of a client with two halves, in milliseconds. That is VS Code, which always asks, and on a busy machine
 * later than others: an answer that does not wait for it leaves its model without the tools.
 */
const ASKS_WITHIN_MS = 5_000;

/** A connection's place in what the gateway knows. */
export interface Half {
  readonly surface: Surface;
  /** The connection as the gateway calls it: the same for both halves of a client. */
  readonly connection: string;
  /** The list of tools that the client has, over whichever half it comes. */
  readonly list: ClientList;
  /** Its calls are one session, whatever it says of itself: those of a child agent. */
  readonly isFixed?: true;
  /** Who is asked for a person in its place: of a child agent, the client of its chat. */
  readonly person?: CallerClient['person'];
  /** Its client runs on another machine: folders that it names are none here, and would let servers out of the workspace. */
  readonly isRemote?: true;
  /** Who signed in, at an endpoint for many people. */
  readonly user?: string;
  /** Says that it closed. True when no other half goes on. */
  readonly leave: () => boolean;
}

interface Whole {
  readonly connection: string;
  readonly client: string;
  readonly list: ClientList;
  readonly surfaces: Set<Surface>;
}

/**
 * Joins the two connections by which a client gets both parts of our tools, so that what is switched on over one is listed on the
 * other. A client says its name only: a half is joined to the client's oldest connection that lacks it.
 */
export class ConnectionHalves {
  readonly #clock: Clock;
  readonly #wholes = new Set<Whole>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param own what the connection is called where nothing waits for it */
  join(client: string, surface: Surface, own: string): Half {
    if (surface === 'all')
      return { surface, connection: own, list: new ClientList(this.#clock), leave: () => true };
    const list = new ClientList(this.#clock, ASKS_WITHIN_MS);
    const waiting = [...this.#wholes].find(each => each.client === client && !each.surfaces.has(surface));
    const whole = waiting ?? { connection: own, client, list, surfaces: new Set<Surface>() };
    this.#wholes.add(whole);
    whole.surfaces.add(surface);
    return {
      surface,
      connection: whole.connection,
      list: whole.list,
      leave: () => {
        whole.surfaces.delete(surface);
        if (whole.surfaces.size > 0) return false;
        this.#wholes.delete(whole);
        return true;
      },
    };
  }
}
