import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections there may be. */
export interface Places {
  /** Of clients that have shown the token. */
  readonly maxConnections: number;
  /** Of those that have not shown it yet. */
  readonly maxStrangers: number;
  /** How long twice as many strangers may stay: of many clients that come at once none has shown anything yet. */
  readonly patienceMs: number;
}

/**
 * Keeps a server to so many connections. Those that have not shown the token yet have a number of their own, in which a newcomer
 * takes the place of the oldest: somebody who only opens connections does not lock the owner of the token out. One more that
 * shows it is told so, since its request is answered before its place is asked for.
 */
export class ConnectionCap {
  readonly #places: Places;
  readonly #strangers = new Set<Socket>();
  readonly #trusted = new Set<Socket>();
  #isEvicting = false;

  constructor(server: Server, places: Places) {
    this.#places = places;
    server.on('connection', (socket: Socket) => this.#admit(socket));
  }

  /** Its requests carry the token: it keeps its place. False where all places are taken. */
  trust(socket: Socket): boolean {
    if (this.#trusted.has(socket)) return true;
    if (this.#trusted.size >= this.#places.maxConnections) return false;
    this.#strangers.delete(socket);
    if (!socket.destroyed) this.#trusted.add(socket);
    return true;
  }

  #admit(socket: Socket): void {
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#strangers.delete(socket);
      this.#trusted.delete(socket);
    });
    const { maxStrangers, patienceMs } = this.#places;
    this.#evictTo(2 * maxStrangers);
    if (this.#strangers.size <= maxStrangers || this.#isEvicting) return;
    this.#isEvicting = true;
    setTimeout(() => {
      // After what has come by then was read.
      setImmediate(() => {
        this.#isEvicting = false;
        this.#evictTo(maxStrangers);
      });
    }, patienceMs).unref();
  }

  #evictTo(most: number): void {
    for (const oldest of this.#strangers) {
      if (this.#strangers.size <= most) return;
      this.#strangers.delete(oldest); // A set keeps the order of its insertions.
      oldest.destroy();
    }
  }
}
