import type { Clock } from './clock';
import { type Log, type LogFields, logLine } from './log';
import { type Numbered, Ring } from './ring';

/** Lines of our own log that can be looked at again (chosen here, as many as of a server's). */
const LINES = 500;
/** Longest of them, in characters (chosen here). */
const MAX_LENGTH = 2_000;

/** A line of our own log. */
export interface LogRow extends Numbered {
  readonly ts: number;
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

/** A log that also keeps its newest lines for agents, without the texts of errors. Secrets must be masked before they reach it. */
export class LogTail implements Log {
  readonly rows = new Ring<LogRow>(LINES);
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(log: Log, clock: Pick<Clock, 'now'>) {
    this.#log = log;
    this.#clock = clock;
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  #write(level: LogRow['level'], message: string, fields: LogFields | undefined): void {
    this.#log[level](message, fields);
    // The text of an error may quote what no agent should read.
    const text = logLine(message, { ...fields, error: undefined })
      .slice(0, MAX_LENGTH)
      .toWellFormed();
    this.rows.push({ seq: this.rows.lastSeq + 1, ts: this.#clock.now(), level, message: text });
  }
}
