import type { Instant } from '../../core/support/clock';
import type { Json } from '../../core/support/json';

/** What an agent wants to stand under a key. */
export interface NewEntry {
  readonly key: string;
  readonly value: Json;
  /** Lower case, unique, sorted. */
  readonly tags: readonly string[];
  readonly ttlMs?: number | undefined;
  /** The version the key's entry must have; 0: there must be none. */
  readonly expectedVersion?: number | undefined;
}

export type BlackboardWish =
  | { readonly verb: 'set'; readonly entry: NewEntry }
  | { readonly verb: 'setAll'; readonly entries: readonly NewEntry[] }
  | { readonly verb: 'delete'; readonly key: string; readonly expectedVersion?: number | undefined }
  | { readonly verb: 'expire' }
  | { readonly verb: 'forget'; readonly before: Instant };

export interface EntrySet {
  readonly type: 'bb_set';
  readonly key: string;
  readonly value: Json;
  readonly tags: readonly string[];
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly expiresAt: Instant | null;
  /** Its value is not kept any more. */
  readonly isErased?: true;
}

export interface EntryDeleted {
  readonly type: 'bb_delete';
  readonly key: string;
  readonly version: number;
  readonly previousVersion: number;
  readonly deletedAt: Instant;
}

/** Time has deleted it. */
export interface EntryExpired {
  readonly type: 'bb_expire';
  readonly key: string;
  readonly version: number;
  readonly previousVersion: number;
}

/** The history forgot values that are no longer on the board: of keys that have gone, and what was replaced before then. */
export interface ValuesForgotten {
  readonly type: 'bb_forget';
  readonly before: Instant;
}

export type BlackboardFact = EntrySet | EntryDeleted | EntryExpired | ValuesForgotten;
