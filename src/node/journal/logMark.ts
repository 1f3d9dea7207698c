import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { Patience } from './patience';
import { pause } from './patience';

/** Long enough for whoever closes the journal this moment to take the mark away (chosen here). */
const CLOSING_MS = 50;

/**
 * A file beside the journal while what was recorded last may stand in its write-ahead log only. Without it nobody could tell a log that
 * a backup or a synced folder left out from one that a clean end took in: SQLite says nothing of either.
 */
export class LogMark {
  readonly #mark: string;
  readonly #log: string;

  constructor(journal: string) {
    this.#mark = `${journal}-open`;
    this.#log = `${journal}-wal`;
  }

  /** Call it once the log is there: SQLite does without one on drives that can't share memory. A disk that takes no mark takes no record either. */
  set(): void {
    try {
      if (existsSync(this.#log)) closeSync(openSync(this.#mark, 'a', 0o600));
    } catch {
      // Then a loss is not told of.
    }
  }

  /** Call it after closing. While another program goes on, its log and the mark stay. */
  clear(): void {
    try {
      if (!existsSync(this.#log)) rmSync(this.#mark, { force: true });
    } catch {
      // Then the next start looks for a log in vain, and says so.
    }
  }

  /** Whether the log is gone though nobody closed the journal. Look before anything opens it. */
  async lacksLog(patience: Patience): Promise<boolean> {
    const lacks = (): boolean => existsSync(this.#mark) && !existsSync(this.#log);
    if (!lacks()) return false;
    await pause(patience.clock, CLOSING_MS);
    return lacks();
  }
}
