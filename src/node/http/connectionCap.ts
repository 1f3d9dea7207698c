import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps a server to so many connections. A newcomer takes the place of the oldest one that has not shown the token yet,
 * so that somebody who only opens connections does not lock the owner of the token out.
 */
export class ConnectionCap {
  readonly #max: number;
  readonly #strangers = new Set<Socket>();
  #open = 0;

  constructor(server: Server, max: number) {
    this.#max = max;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Its requests carry the token: it keeps its place. */
  trust(socket: Socket): void {
    this.#strangers.delete(socket);
  }

  #admit(socket: Socket): void {
    this.#open++;
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#open--;
      this.#strangers.delete(socket);
    });
    if (this.#open <= this.#max) return;
    const [oldest] = this.#strangers; // A set keeps the order of its insertions; the newcomer is in it.
    oldest?.destroy();
  }
}
