import type { Core } from '../../core/core';
import { byteCount } from '../words/amounts';
import type { Wording } from '../words/wording';

/** The figures are counted in the file: not at each change of a row (chosen here). */
const AGAIN_AFTER_MS = 60_000;

/** How large the journal is and since when it goes, for the heading of a view; asked for once a minute while that is drawn. */
export class JournalSize {
  readonly #changed: () => void;
  #text: string | undefined;
  #askedAtMs = -Infinity;

  /** @param changed hears that there is something else to be drawn */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What is known now; undefined until the first answer. */
  text(core: Pick<Core, 'journal' | 'clock'>, wording: Wording): string | undefined {
    const nowMs = core.clock.monotonicMs();
    if (nowMs - this.#askedAtMs >= AGAIN_AFTER_MS) {
      this.#askedAtMs = nowMs;
      void this.#ask(core, wording);
    }
    return this.#text;
  }

  async #ask({ journal }: Pick<Core, 'journal'>, wording: Wording): Promise<void> {
    try {
      const { bytes, oldestAt } = await journal.figures();
      const size = byteCount(bytes, wording);
      const text =
        oldestAt === null
          ? wording.t('journal {0}', size)
          : wording.t('journal {0} since {1}', size, wording.moment(oldestAt));
      if (text === this.#text) return;
      this.#text = text;
      this.#changed();
    } catch {
      // A journal that can't be read is told of elsewhere: here, there is no size then.
    }
  }
}
