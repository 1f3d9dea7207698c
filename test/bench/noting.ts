import type { Domain, Durability } from '../../src/core/journal/domain';
import type { Instant } from '../../src/core/support/clock';

interface Note {
  readonly value: unknown;
  readonly version: number;
  readonly at: Instant;
}

interface Notes {
  readonly notes: Map<string, Note>;
  version: number;
}

/** A note as callers write it. */
export interface NoteWish {
  readonly key: string;
  readonly value: unknown;
}

/** A note was written. */
export interface Noted extends NoteWish {
  readonly type: 'noted';
  readonly version: number;
}

/** What `noting` makes. */
export type NotingDomain = Domain<Notes, NoteWish, Noted>;

/** A domain as the real ones are: a map of small values, each with its version. */
export function noting(durability: Durability): NotingDomain {
  return {
    name: 'noting',
    version: 1,
    durability,
    create: () => ({ notes: new Map(), version: 0 }),
    decide: (state, { key, value }) => [{ type: 'noted', key, value, version: state.version + 1 }],
    evolve: (state, { key, value, version }, at) => {
      state.version = version;
      state.notes.set(key, { value, version, at });
    },
    save: ({ notes, version }) => ({ notes: [...notes], version }),
    load: saved => {
      const { notes, version } = saved as { notes: [string, Note][]; version: number };
      return { notes: new Map(notes), version };
    },
  };
}

/** Note number `n`, about 100 bytes as JSON. */
export function note(n: number): NoteWish {
  return { key: `task/${n}/result`, value: { text: `what was found in step ${n}`, tags: ['a', 'b'], n } };
}
