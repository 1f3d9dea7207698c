import type { Instant } from '../../core/support/clock';
import type { Json } from '../../core/support/json';

/** What stands under a key. Never changed: another value is another entry. */
export interface Entry {
  readonly key: string;
  /** The value as JSON text, so that nobody can change it and whoever looks gets a copy of their own. */
  readonly json: string;
  /** Lower case, unique, sorted. */
  readonly tags: readonly string[];
  /** The version of the change that set it. */
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly expiresAt: Instant | null;
  /** What it takes of the board's room: key, tags and value as UTF-8. */
  readonly bytes: number;
  /** The value is not kept any more: it is null in its place. Never of an entry on the board. */
  readonly isErased?: true;
}

/** Why an entry is no longer what it was. */
export type ChangeKind = 'set' | 'delete' | 'expire';

/** One change of the board, as the history keeps it. */
export interface Change {
  /** Its place among all changes of the board, gap-free from 1. */
  readonly version: number;
  readonly kind: ChangeKind;
  readonly key: string;
  readonly timestamp: Instant;
  /** What was set; null where something went. */
  readonly entry: Entry | null;
  /** What stood there before. */
  readonly previous: Entry | null;
  /** Nothing of its namespace was known before. */
  readonly isFirst: boolean;
}

/** An entry as agents see it. Times are epoch milliseconds. */
export interface ShownEntry {
  readonly key: string;
  readonly value: Json;
  readonly tags: string[];
  readonly version: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number | null;
  /** The value was deleted or replaced, and is not kept any more. */
  readonly erased?: true;
}

/** A change as agents see it. */
export interface ShownChange {
  readonly version: number;
  readonly kind: ChangeKind;
  readonly key: string;
  readonly timestamp: number;
  /** `ttl` where time did it. */
  readonly reason: 'ttl' | null;
  readonly entry: ShownEntry | null;
  readonly previous: ShownEntry | null;
}

/** Whether its time is over. */
export function isOver({ expiresAt }: Pick<Entry, 'expiresAt'>, at: Instant): boolean {
  return expiresAt !== null && expiresAt <= at;
}

/** The part of a key that entries belong together by: before the first `:`, else `/`, else `|`, else all of it. */
export function namespaceOf(key: string): string {
  for (const separator of [':', '/', '|']) {
    const at = key.indexOf(separator);
    // A key that begins with it names nothing before it.
    if (at > 0) return key.slice(0, at);
  }
  return key;
}

/** An entry for whoever looks: the value is theirs alone. */
export function shownEntry(entry: Entry): ShownEntry {
  const { key, json, tags, version, createdAt, updatedAt, expiresAt, isErased } = entry;
  return {
    key,
    // What was made by JSON.stringify.
    value: JSON.parse(json) as Json,
    tags: [...tags],
    version,
    created_at: createdAt,
    updated_at: updatedAt,
    expires_at: expiresAt,
    ...(isErased === undefined ? {} : { erased: true }),
  };
}

/** A change for whoever looks. */
export function shownChange({ version, kind, key, timestamp, entry, previous }: Change): ShownChange {
  return {
    version,
    kind,
    key,
    timestamp,
    reason: kind === 'expire' ? 'ttl' : null,
    entry: entry && shownEntry(entry),
    previous: previous && shownEntry(previous),
  };
}
