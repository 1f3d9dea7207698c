import type { CatalogEntry } from '../../catalog/entry/entry';
import type { ServerId, SessionId } from '../../../shared/ids';
import type { Clock, Instant } from '../../support/clock';
import type { Operation } from '../../operations/operation';
import { RateLimit } from './rateLimit';

/** Waits for a person's answer on behalf of a session whose own time stands still meanwhile. */
export type WhileAsked = <T>(asking: () => Promise<T>) => Promise<T>;

/** Who calls: a chat of a host, over one of its connections. */
export interface Caller {
  readonly session: SessionId;
  /** True for a chat that goes on over other connections (VS Code's); false for the connection itself, or a thread that ends with it. */
  readonly isConversation: boolean;
  readonly connection: string;
  /** Name of the client program; its chats are shown on all its connections, so that a reconnect loses nothing. */
  readonly host: string;
  /** Who signed in, at an endpoint for many people: the subject of their token. */
  readonly user?: string;
  /** Left out where the session has no time of its own. */
  readonly whileAsked?: WhileAsked;
}

/** This session may use this server. */
export interface Activation {
  readonly server: ServerId;
  readonly since: Instant;
  readonly by: 'agent' | 'person';
  /** Where its entry stood then: an entry of the same name from elsewhere is another server. */
  readonly source: CatalogEntry['source'];
  /** Monotonic time of the last call, for the idle end. */
  lastUsedMs: number;
  /** The tools that lists show of it, by listed name; undefined: all. The others can be called as well. */
  shown: ReadonlySet<string> | undefined;
  /** Calls under way, with their tools' names: a server in use is not idle, and they end before it is let go of. */
  readonly calls: Map<Operation, string>;
}

/** One chat, and what it switched on. Lost on purpose when the process ends. */
export interface Session {
  readonly id: SessionId;
  readonly isConversation: boolean;
  readonly host: string;
  readonly whileAsked: WhileAsked;
  connection: string;
  readonly startedAt: Instant;
  lastUsedMs: number;
  readonly activations: Map<ServerId, Activation>;
  /** Servers on their way to be active, e.g. while a person is asked: such a session is not idle, and they are in use. */
  readonly pending: Set<ServerId>;
  readonly rateLimit: RateLimit;
  /** Servers a person said no to in this session, or closed the question about: an agent does not get to ask twice. */
  readonly refused: Map<ServerId, 'no' | 'closed'>;
  /** What the person switched on (true) or off for this session, whatever holds elsewhere. */
  readonly switches: Map<ServerId, boolean>;
  /** Servers that it had on when they were removed from the catalog: a call of one is told so. */
  readonly removed: Set<ServerId>;
}

/** The sessions that are alive. */
export class Sessions {
  readonly #clock: Clock;
  readonly #onEnded: (id: SessionId) => void;
  readonly #sessions = new Map<SessionId, Session>();

  /** `onEnded` hears of each session that is no more. */
  constructor(clock: Clock, onEnded: (id: SessionId) => void) {
    this.#clock = clock;
    this.#onEnded = onEnded;
  }

  /** The caller's session; made on its first call. */
  of(caller: Caller): Session {
    const known = this.#sessions.get(caller.session);
    if (known) {
      known.lastUsedMs = this.#clock.monotonicMs();
      known.connection = caller.connection;
      return known;
    }
    const session: Session = {
      id: caller.session,
      isConversation: caller.isConversation,
      host: caller.host,
      whileAsked: caller.whileAsked ?? (asking => asking()),
      connection: caller.connection,
      startedAt: this.#clock.now(),
      lastUsedMs: this.#clock.monotonicMs(),
      activations: new Map(),
      pending: new Set(),
      rateLimit: new RateLimit(this.#clock),
      refused: new Map(),
      switches: new Map(),
      removed: new Set(),
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  find(id: SessionId): Session | undefined {
    return this.#sessions.get(id);
  }

  all(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** The sessions whose tools a connection must list: its own, and all chats of the same host. */
  seenOn(connection: string, host: string): readonly Session[] {
    return this.all().filter(
      session => session.connection === connection || (session.isConversation && session.host === host),
    );
  }

  holders(server: ServerId): readonly Session[] {
    return this.all().filter(session => session.activations.has(server));
  }

  /** Whether any session has the server on, or is about to. */
  isWanted(server: ServerId): boolean {
    return this.all().some(({ activations, pending }) => activations.has(server) || pending.has(server));
  }

  remove(id: SessionId): void {
    if (this.#sessions.delete(id)) this.#onEnded(id);
  }
}
