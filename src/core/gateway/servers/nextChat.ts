import type { ServerId } from '../../../shared/ids';
import type { Log } from '../../support/log';
import { Refusal } from '../../support/refusal';
import type { Announcer } from '../sessions/announcer';
import type { Session } from '../sessions/sessions';

interface NextChatParts {
  /** Turns one on for a chat, as a person does. */
  readonly turnOn: (session: Session, server: ServerId) => Promise<unknown>;
  readonly announcer: Announcer;
  readonly log: Log;
}

/**
 * Servers that a person wants on where no chat has used Switchyard yet: the first chat that comes takes them. They are kept in
 * memory, as what chats have on is.
 */
export class NextChat {
  readonly #parts: NextChatParts;
  readonly #servers = new Set<ServerId>();

  constructor(parts: NextChatParts) {
    this.#parts = parts;
  }

  /** What the next chat will have, in the order in which it was wished for. */
  servers(): readonly ServerId[] {
    return [...this.#servers];
  }

  add(server: ServerId): void {
    this.#servers.add(server);
    this.#changed(server);
  }

  /** Takes the wish back. */
  remove(server: ServerId): void {
    if (this.#servers.delete(server)) this.#changed(server);
  }

  /** A new session: where it is a chat, it has from now on what was wished for. Resolves when all has come up or has not. */
  async begun(session: Session): Promise<void> {
    if (!session.isConversation) return;
    const wished = this.servers();
    this.#servers.clear();
    await Promise.all(wished.map(server => this.#turnOn(session, server)));
  }

  async #turnOn(session: Session, server: ServerId): Promise<void> {
    try {
      await this.#parts.turnOn(session, server);
    } catch (error) {
      // Its health and readiness say why; the person can turn it on again.
      const why = Refusal.is(error) ? error.code : String(error);
      this.#parts.log.warn('A server could not be turned on for a new chat', { server, why });
      this.#changed(server);
    }
  }

  #changed(server: ServerId): void {
    this.#parts.announcer.tell('nextChatChanged', { server });
  }
}
