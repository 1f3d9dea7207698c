import { Emitter } from '../../support/emitter';
import type { Log } from '../../support/log';

/** A folder that a client works on, as its roots tell. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** The roots of clients that have some, by connection. They are passed on as they came. */
export class ClientRoots {
  readonly #byConnection = new Map<string, Promise<readonly Root[] | undefined>>();
  readonly #changes: Emitter<string>;

  constructor(log: Log) {
    this.#changes = new Emitter(error =>
      log.error('Servers could not be told of roots', { error: String(error) }),
    );
  }

  /** Hears which connection has other roots now. */
  get onChange() {
    return this.#changes.event;
  }

  /** What a client was asked for; `undefined` where it did not say. Never rejects. */
  set(connection: string, roots: Promise<readonly Root[] | undefined>): void {
    this.#byConnection.set(connection, roots);
    this.#changes.fire(connection);
  }

  /** The connection has gone. */
  remove(connection: string): void {
    this.#byConnection.delete(connection);
  }

  /** Whether any client has roots. */
  get isEmpty(): boolean {
    return this.#byConnection.size === 0;
  }

  /** The roots of these connections, each once; undefined where none of them tells any. */
  async of(connections: ReadonlySet<string>): Promise<readonly Root[] | undefined> {
    const told = await Promise.all([...connections].map(async each => await this.#byConnection.get(each)));
    const known = told.filter(roots => roots !== undefined);
    if (known.length === 0) return undefined;
    return [...new Map(known.flat().map(root => [root.uri, root])).values()];
  }
}
