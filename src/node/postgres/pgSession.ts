import { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryResultRow, types } from 'pg';
import type { PgAddress } from './pgAddress';
import { failureOf } from './pgErrors';

/** How long is waited for a connection (chosen here: with `PgPresence`, a return is noticed within 5 s). */
const CONNECT_MS = 3_500;
/** A statement that takes longer has lost its server (chosen here: longer than a lock is waited for). */
const QUERY_MS = 45_000;
/** How long a lock is waited for, and how long one is kept by a program that says nothing (chosen here). */
const LOCK_TIMEOUT = '30s';
const IDLE_TIMEOUT = '5s';

/** Rights and settings that each connection works with: what it sees, and that a commit is on disk when it is answered. */
const SETTINGS = `SELECT set_config('switchyard.workspace', $1, false), set_config('lock_timeout', $2, false),
  set_config('idle_in_transaction_session_timeout', $3, false),
  set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on'
    ELSE current_setting('synchronous_commit') END, false)`;

/** A statement that is sent often. */
export interface Statement {
  /** Of this statement only. */
  readonly name: string;
  readonly text: string;
}

/** Ends a transaction after its last statement, and sends what is to follow it. */
type CommitAfter = <T>(last: () => Promise<T>, then: () => void) => Promise<T>;

/** One connection to the database. Its errors are `Lost` or refusals. */
export class Session {
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #place: string;

  private constructor(client: Client, socket: Socket, place: string) {
    this.#client = client;
    this.#socket = socket;
    this.#place = place;
  }

  /** Connects, for one workspace. `lost` is called once when the connection has gone, whoever ended it. */
  static async open(
    address: PgAddress,
    workspace: string,
    lost: (session: Session) => void,
  ): Promise<Session> {
    const socket = new Socket();
    const client = new Client({ ...configOf(address), stream: () => socket });
    const session = new Session(client, socket, address.shown);
    client.once('end', () => lost(session));
    // A query that is under way hears of it as well.
    client.on('error', () => lost(session));
    try {
      await client.connect();
      await client.query(SETTINGS, [workspace, LOCK_TIMEOUT, IDLE_TIMEOUT]);
      return session;
    } catch (error) {
      session.close();
      throw failureOf(error, address.shown);
    }
  }

  /** Runs one statement. @throws {Lost | Refusal} */
  async rows<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      return (await this.#client.query<Row>(text, [...values])).rows;
    } catch (error) {
      throw failureOf(error, this.#place);
    }
  }

  /** Runs a statement that is sent often: the server reads and plans its text once for each connection. @throws {Lost | Refusal} */
  async often<Row extends QueryResultRow>(
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      return (await this.#client.query<Row>({ name, text, values: [...values] })).rows;
    } catch (error) {
      throw failureOf(error, this.#place);
    }
  }

  /** What is sent meanwhile leaves in one piece: the server is not woken for each part of it. */
  together<T>(send: () => T): T {
    this.#socket.cork();
    try {
      return send();
    } finally {
      this.#socket.uncork();
    }
  }

  /** Runs several statements of ours. */
  async script(text: string): Promise<void> {
    try {
      await this.#client.query(text);
    } catch (error) {
      throw failureOf(error, this.#place);
    }
  }

  /**
   * Runs statements in one transaction. Its first statement is sent together with its beginning; `commitAfter` sends the end together
   * with the last one, and what follows it.
   */
  async transaction<R>(work: (commitAfter: CommitAfter) => Promise<R>): Promise<R> {
    let isEnded = false;
    const commitAfter: CommitAfter = async (last, then) => {
      isEnded = true;
      const sent = this.together(() => {
        const both = [last(), this.rows('COMMIT')] as const;
        then();
        return both;
      });
      const [value] = await Promise.all(sent);
      return value;
    };
    try {
      const [, result] = await Promise.all(
        this.together(() => [this.rows('BEGIN'), work(commitAfter)] as const),
      );
      if (!isEnded) await this.rows('COMMIT');
      return result;
    } catch (error) {
      // Where the connection has gone, the server rolls back by itself.
      if (!isEnded) await this.rows('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Follows a channel, whose name is of letters and digits. */
  async listen(channel: string, heard: (payload: string) => void): Promise<void> {
    this.#client.on('notification', ({ payload }) => heard(payload ?? ''));
    await this.script(`LISTEN ${this.#client.escapeIdentifier(channel)}`);
  }

  /** Ends the connection, also where the server does not answer. */
  close(): void {
    void this.#client.end().catch(() => undefined);
  }
}

function configOf({ host, port, database, user, password, tls }: PgAddress): ClientConfig {
  return {
    host,
    port,
    database,
    user,
    ...(password === undefined ? {} : { password }),
    ssl: tls,
    application_name: 'switchyard',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    keepAlive: true,
    // Statements are sent without waiting for the answers to those before, where the caller does not wait either.
    pipeline: true,
    types: { getTypeParser },
  };
}

/** A type's reader: numbers of the journal are far below 2^53, so the large ones are numbers too. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === types.builtins.INT8 ? Number : (types.getTypeParser as TypeParsers)(oid, format);

type TypeParsers = (oid: number, format?: string) => (value: string) => unknown;
