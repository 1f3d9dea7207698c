/** The protocol's levels, the finest first (MCP 2025-11-25, logging). */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

/** What each client wants to hear of servers' logs. */
export class LogLevels {
  readonly #wishes = new Map<string, number>();

  /** Whether the finest wish of all changed, so that servers have to be told. */
  set(connection: string, level: string): boolean {
    const before = this.finest();
    this.#wishes.set(connection, rank(level));
    return this.finest() !== before;
  }

  remove(connection: string): void {
    this.#wishes.delete(connection);
  }

  /** Undefined while no client said anything: servers then write what they see fit. */
  finest(): string | undefined {
    return this.#wishes.size === 0 ? undefined : LEVELS[Math.min(...this.#wishes.values())];
  }

  /** Whether a client wants to hear it. One that said nothing hears everything. */
  lets(connection: string, level: string): boolean {
    return rank(level) >= (this.#wishes.get(connection) ?? 0);
  }
}

/** A level nobody knows counts as the coarsest: it is not held back. */
function rank(level: string): number {
  const found = LEVELS.indexOf(level);
  return found === -1 ? LEVELS.length - 1 : found;
}
