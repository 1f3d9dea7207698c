import { type BulkFailure, bulkError, coordinationError } from '../../core/coordination/coordinationError';
import type { Instant } from '../../core/support/clock';
import { Refusal } from '../../core/support/refusal';
import { utf8Bytes } from '../../core/support/utf8';
import type { Board } from './board';
import { isOver } from './entry';
import type { BlackboardFact, EntrySet, NewEntry } from './facts';

/** Bytes of a value as JSON text. */
export const MAX_VALUE_BYTES = 524_288;
/** Entries on the board (chosen here). */
export const MAX_ENTRIES = 100_000;
/** Bytes of all entries on the board (chosen here). */
export const MAX_BOARD_BYTES = 64 * 1_024 * 1_024;

/** What an entry takes of the board's room. */
export function bytesOf(key: string, tags: readonly string[], json: string): number {
  return [key, ...tags, json].reduce((sum, text) => sum + utf8Bytes(text), 0);
}

/** The facts of setting one entry. @throws {Refusal} E-BB-CONFLICT, E-BB-INVALID-INPUT, E-BB-FULL */
export function decideSet(board: Board, entry: NewEntry, at: Instant): readonly BlackboardFact[] {
  return new Writing(board, at).set(entry);
}

/** The same for many: all or none. @throws {Refusal} E-BULK-PARTIAL with every entry that can't be set */
export function decideSetAll(
  board: Board,
  entries: readonly NewEntry[],
  at: Instant,
): readonly BlackboardFact[] {
  const writing = new Writing(board, at);
  const failures: BulkFailure[] = [];
  const facts = entries.flatMap((entry, index) => {
    try {
      return writing.set(entry);
    } catch (error) {
      // What is refused is told together with the rest; anything else is a bug.
      if (!Refusal.is(error)) throw error;
      failures.push(failureOf(error, entry, index));
      return [];
    }
  });
  if (failures.length > 0) throw bulkError(failures);
  return facts;
}

/** The board as it would be after what was set so far. */
class Writing {
  readonly #board: Board;
  readonly #at: Instant;
  readonly #written = new Map<string, EntrySet & { readonly bytes: number }>();
  #version: number;
  #size: number;
  #bytes: number;

  constructor(board: Board, at: Instant) {
    this.#board = board;
    this.#at = at;
    this.#version = board.version;
    this.#size = board.size;
    this.#bytes = board.bytes;
  }

  set(entry: NewEntry): readonly BlackboardFact[] {
    const { key, value, tags, ttlMs } = entry;
    const json = JSON.stringify(value);
    requireSmall(json);
    const before = this.#written.get(key) ?? this.#board.find(key);
    const over = before !== undefined && isOver(before, this.#at) ? before : undefined;
    const current = over === undefined ? before : undefined;
    requireVersion(key, entry.expectedVersion, current?.version ?? 0);
    const bytes = bytesOf(key, tags, json);
    this.#makeRoom(before === undefined ? 1 : 0, bytes - (before?.bytes ?? 0));
    const expired = over === undefined ? [] : [expiredFact(key, over.version, (this.#version += 1))];
    const set: EntrySet = {
      type: 'bb_set',
      key,
      value,
      tags,
      version: (this.#version += 1),
      createdAt: current?.createdAt ?? this.#at,
      updatedAt: this.#at,
      expiresAt: ttlMs === undefined ? null : ((this.#at + ttlMs) as Instant),
    };
    this.#written.set(key, { ...set, bytes });
    return [...expired, set];
  }

  #makeRoom(entries: number, bytes: number): void {
    const isFull = entries > 0 && this.#size + entries > MAX_ENTRIES;
    if (isFull || (bytes > 0 && this.#bytes + bytes > MAX_BOARD_BYTES)) throw full(isFull);
    this.#size += entries;
    this.#bytes += bytes;
  }
}

/** That the entry of a key has the version that the caller saw. @throws {Refusal} E-BB-CONFLICT */
export function requireVersion(key: string, expected: number | undefined, found: number): void {
  if (expected === undefined || expected === found) return;
  throw coordinationError('E-BB-CONFLICT', {
    ...(found === 0
      ? {
          message: `The key has no entry at version ${expected}: it expired, was deleted, or never existed.`,
          hint: 'expected_version 0 sets it if there is still none',
        }
      : {
          message: `The entry is at version ${found}, not ${expected}.`,
          hint: 'bb_get the entry, then write with its version',
        }),
    details: { key, expected, found },
  });
}

/** That an entry's time ended. */
export function expiredFact(key: string, previousVersion: number, version: number): BlackboardFact {
  return { type: 'bb_expire', key, version, previousVersion };
}

function requireSmall(json: string): void {
  const bytes = json.length * 3 > MAX_VALUE_BYTES ? utf8Bytes(json) : 0;
  if (bytes <= MAX_VALUE_BYTES) return;
  throw coordinationError('E-BB-INVALID-INPUT', {
    message: `The value takes ${bytes} bytes as JSON; the maximum is ${MAX_VALUE_BYTES}.`,
    hint: 'split the value, or store a reference to it',
    details: { bytes, limit: MAX_VALUE_BYTES },
  });
}

function full(isOfEntries: boolean): Refusal {
  const limit = isOfEntries ? `${MAX_ENTRIES} entries` : `${MAX_BOARD_BYTES} bytes`;
  return coordinationError('E-BB-FULL', {
    message: `The board is full: it holds at most ${limit}.`,
    hint: 'bb_delete unused entries, or set ttl_ms',
    details: { max_entries: MAX_ENTRIES, max_bytes: MAX_BOARD_BYTES },
  });
}

/** The value stays out: its sender has it, and an error may be kept where it must not be. */
function failureOf(
  { code, message, details }: Refusal,
  { key, tags, ttlMs, expectedVersion }: NewEntry,
  index: number,
): BulkFailure {
  const { hint, ...rest } = details;
  const entry = { key, tags, ttl_ms: ttlMs ?? null, expected_version: expectedVersion ?? null };
  return {
    index,
    code,
    message,
    ...(typeof hint === 'string' ? { hint } : {}),
    stage: 'set',
    entry,
    details: rest,
  };
}
