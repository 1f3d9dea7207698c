import type { Instant } from '../../core/support/clock';
import { utf8Bytes } from '../../core/support/utf8';

/** One thing that somebody said is so. */
export interface Statement {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  /** Who says so; null where nobody is named. */
  readonly source: string | null;
  /** From 0 to 1. */
  readonly confidence: number;
}

/** A statement as it is kept: there is one of each subject, predicate and object. */
export interface Triple extends Statement {
  /** Its place in the order of first mention, from 1; kept for good. */
  readonly ordinal: number;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
  /** 1, and one more each time it was said again. */
  readonly revision: number;
  /** Higher than that of everything that was said before it; times may jump back. */
  readonly turn: number;
}

/** What makes two statements one. */
export type TripleName = Pick<Statement, 'subject' | 'predicate' | 'object'>;

/** The same text for the same triple. */
export function tripleKey({ subject, predicate, object }: TripleName): string {
  return JSON.stringify([subject, predicate, object]);
}

/** What its texts take as UTF-8. */
export function bytesOf({ subject, predicate, object, source }: Statement): number {
  return utf8Bytes(subject) + utf8Bytes(predicate) + utf8Bytes(object) + utf8Bytes(source ?? '');
}
