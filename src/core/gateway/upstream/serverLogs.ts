import type { ServerId, SessionId } from '../../../shared/ids';
import type { Clock } from '../../support/clock';
import { Emitter } from '../../support/emitter';
import type { Log } from '../../support/log';
import type { Redactor } from '../../support/redactor';
import { type Numbered, Ring } from '../../support/ring';

/** Lines kept of a server (500 of a child), and of how many servers (chosen here). */
const LINES = 500;
const MAX_LOGS = 64;
/** Longest line that is kept, in characters (chosen here). */
const MAX_LENGTH = 2_000;

/** Colours, titles and cursor moves of terminals. */
// oxlint-disable-next-line no-control-regex -- That is what is looked for.
const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;

/** A line that a server wrote for people. */
export interface ServerLine extends Numbered {
  readonly ts: number;
  readonly text: string;
}

interface RawLine extends ServerLine {
  /** Its end was cut off. */
  readonly isCut: boolean;
}

interface ServerLog {
  readonly rows: Ring<RawLine>;
  /** The beginning of a line whose end is still to come. */
  open: string;
}

/**
 * What servers wrote on stderr lately. Kept as it came, since a flood must cost next to nothing, and masked when somebody
 * looks at it: also secrets that were learned later.
 */
export class ServerLogs {
  readonly #clock: Clock;
  readonly #redactor: Redactor;
  readonly #logs = new Map<string, ServerLog>();
  readonly #written: Emitter<{ readonly server: ServerId; readonly isFirst: boolean }>;

  constructor(clock: Clock, redactor: Redactor, log: Log) {
    this.#clock = clock;
    this.#redactor = redactor;
    this.#written = new Emitter(error =>
      log.error('Nobody could be told of a log', { error: String(error) }),
    );
  }

  /** Hears that a server wrote something. */
  get onDidWrite(): Emitter<{ readonly server: ServerId; readonly isFirst: boolean }>['event'] {
    return this.#written.event;
  }

  /** Takes what a server wrote, as it came. `session`: whose it is, where each has its own process. */
  write(server: ServerId, session: SessionId | undefined, text: string): void {
    const key = keyOf(server, session);
    const known = this.#logs.get(key);
    const log = known ?? { rows: new Ring<RawLine>(LINES), open: '' };
    if (known === undefined) this.#keep(key, log);
    const lines = (log.open + text).split('\n');
    log.open = (lines.pop() ?? '').slice(0, MAX_LENGTH + 1);
    const ts = this.#clock.now();
    for (const line of lines) {
      const isCut = line.length > MAX_LENGTH;
      log.rows.push({ seq: log.rows.lastSeq + 1, ts, text: line.slice(0, MAX_LENGTH), isCut });
    }
    if (lines.length > 0) this.#written.fire({ server, isFirst: known === undefined });
  }

  /** Whether the server has written anything that one of these sessions may see. */
  has(server: ServerId, sessions: readonly SessionId[]): boolean {
    return this.#find(server, sessions) !== undefined;
  }

  /** What it wrote, fit to be shown. */
  of(
    server: ServerId,
    sessions: readonly SessionId[],
  ): {
    readonly droppedSeq: number;
    readonly lastSeq: number;
    after(seq: number): Iterable<ServerLine>;
  } {
    const rows = this.#find(server, sessions)?.rows ?? new Ring<RawLine>(1);
    const shown = (line: RawLine) => this.#shown(line);
    return {
      droppedSeq: rows.droppedSeq,
      lastSeq: rows.lastSeq,
      *after(seq) {
        for (const line of rows.after(seq)) yield shown(line);
      },
    };
  }

  #find(server: ServerId, sessions: readonly SessionId[]): ServerLog | undefined {
    const keys = [keyOf(server, undefined), ...sessions.map(session => keyOf(server, session))];
    return keys.map(key => this.#logs.get(key)).find(log => log !== undefined);
  }

  #keep(key: string, log: ServerLog): void {
    this.#logs.set(key, log);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > MAX_LOGS && oldest !== undefined) this.#logs.delete(oldest);
  }

  #shown({ seq, ts, text, isCut }: RawLine): ServerLine {
    const masked = this.#redactor.text(text.replace(TERMINAL, '').replace(/\r$/, ''));
    // The cut may have left the beginning of a secret, which nobody would know for one.
    const safe = isCut ? `${masked.slice(0, Math.max(0, masked.length - this.#redactor.longest))}…` : masked;
    return { seq, ts, text: safe.toWellFormed() };
  }
}

function keyOf(server: ServerId, session: SessionId | undefined): string {
  return session === undefined ? server : `${server}\n${session}`;
}
