import type { Log } from '../support/log';
import { Refusal } from '../support/refusal';
import type { AnyDomain, Slot } from './slot';
import type { SavedState } from './eventStore';

interface Loaded {
  readonly state: unknown;
  readonly seq: number;
  readonly characters: number;
}

/** Taking over saved states, one stream after the other. Nothing changes before the end. */
export class Restoring {
  readonly #slots: ReadonlyMap<string, Slot>;
  readonly #from: number;
  readonly #log: Log;
  readonly #loaded = new Map<Slot, Loaded>();
  readonly #unreadable = new Set<string>();
  #reason: string | undefined;

  constructor(slots: ReadonlyMap<string, Slot>, from: number, log: Log) {
    this.#slots = slots;
    this.#from = from;
    this.#log = log;
  }

  /** Why this program must not go on; undefined where it may. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** The streams whose states know more than ours. */
  get streams(): readonly string[] {
    return [...this.#loaded.keys()].map(({ domain }) => domain.name);
  }

  /** Looks at a saved state; false where it is not JSON any more. */
  readonly take = ({ stream, seq, version, state }: SavedState): boolean => {
    const slot = this.#slots.get(stream);
    if (slot === undefined || seq <= Math.max(slot.upTo, this.#from)) return true;
    if (version > slot.domain.version) {
      this.#reason =
        `The state of "${stream}" was saved by a newer version of the extension (${version}, known here: ${slot.domain.version}). ` +
        'Update the extension to resume recording.';
      return true;
    }
    const saved = parsed(state);
    if (saved === undefined) {
      this.#unreadable.add(stream);
      return false;
    }
    this.#unreadable.delete(stream);
    try {
      const loaded = slot.domain.load(upgraded(slot.domain, saved, version));
      this.#loaded.set(slot, { state: loaded, seq, characters: state.length });
    } catch (error) {
      this.#log.error('A saved state could not be taken in', { stream, seq, error: String(error) });
      this.#reason = `This version of the extension can't read the saved state of "${stream}". Nothing is lost: update the extension to resume recording.`;
    }
    return true;
  };

  /** Puts the states in their places and gives the event behind which to go on. @throws {Refusal} journal-damaged */
  end(): number {
    const [damaged] = this.#unreadable;
    if (damaged !== undefined) {
      throw new Refusal(
        'journal-damaged',
        `The saved state of "${damaged}" in this workspace's journal can't be read. Reload the window: the journal is then repaired.`,
      );
    }
    if (this.#loaded.size === 0) return this.#from;
    for (const slot of this.#slots.values()) {
      const { state, seq, characters } = this.#loaded.get(slot) ?? { ...slot, seq: this.#from };
      slot.state = state;
      slot.characters = characters;
      slot.upTo = Math.max(slot.upTo, seq);
    }
    return Math.min(...[...this.#slots.values()].map(({ upTo }) => upTo));
  }
}

function upgraded(domain: AnyDomain, saved: unknown, version: number): unknown {
  if (version === domain.version) return saved;
  if (domain.upgrade === undefined)
    throw new Error(`"${domain.name}" reads no states of version ${version}.`);
  return domain.upgrade(saved, version);
}

/** Undefined where the text is no JSON, which never says that itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
