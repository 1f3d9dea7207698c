import * as z from 'zod';
import { issueText } from '../../../mcp/toolkit/issueText';
import type { NewEntry } from '../facts';
import { isFiniteThroughout, isShallow, type Json } from '../../../core/support/json';

/** Levels of lists and objects in a value: beyond them, code that calls itself may run out of stack (chosen here). */
const MAX_DEPTH = 200;

/** What JSON text can say and an address can hold: no half of a pair alone. */
const wellFormed = (text: string): boolean => text.isWellFormed();

const keyText = z.string().min(1).max(1_024).refine(wellFormed, 'holds half a character');
const KEY = 'Key; the part before the first `:` groups entries.';

export const entryKey = keyText.describe(KEY);

/** Entries of nothing but spaces may be there from before: they are read and deleted, but not set. */
const newKey = keyText.refine(text => text.trim() !== '', 'needs more than spaces').describe(KEY);

/** Trimmed, in lower case, unique and sorted. */
export const entryTags = z
  .array(z.string().trim().toLowerCase().min(1).max(200).refine(wellFormed, 'holds half a character'))
  .max(16)
  .transform(tags => [...new Set(tags)].sort());

export const expectedVersion = z
  .int()
  .min(0)
  .optional()
  .describe('Required current version of the entry; 0: no entry may exist.');

const json = z
  .unknown()
  .refine(value => value !== undefined, 'is missing')
  .refine(value => isShallow(value, MAX_DEPTH), `is nested deeper than ${MAX_DEPTH} levels`)
  .refine(isFiniteThroughout, 'holds a number that is too large')
  .transform(value => value as Json);

/** What is set. */
export const newEntry = {
  key: newKey,
  value: json.describe('Any JSON, up to 512 KiB as text.'),
  tags: entryTags.default([]).describe('Tags for queries, stored in lower case.'),
  ttl_ms: z.int().min(1).max(86_400_000).optional().describe('Time until it expires, in milliseconds.'),
  expected_version: expectedVersion,
};

/** An entry as agents see it. */
export const shownEntry = {
  key: z.string().describe('Key.'),
  value: z.unknown().describe('Value.'),
  tags: z.array(z.string()).describe('Sorted.'),
  version: z.number().describe('Version of the change that set it.'),
  created_at: z.number().describe('Epoch ms.'),
  updated_at: z.number().describe('Epoch ms.'),
  expires_at: z.number().nullable().describe('Epoch ms; null: never.'),
  erased: z.literal(true).optional().describe('Deleted or replaced; value not stored.'),
};

/** The entry as the board takes it. */
export function newEntryOf(given: z.output<z.ZodObject<typeof newEntry>>): NewEntry {
  const { key, value, tags, ttl_ms: ttlMs, expected_version: expected } = given;
  return { key, value, tags, ttlMs, expectedVersion: expected };
}

const ENTRY = z.object(newEntry);

/** What is given to be set otherwise than by a tool, under the same rules; or what is wrong with it. */
export function readNewEntry(given: unknown): NewEntry | string {
  const read = ENTRY.safeParse(given);
  if (read.success) return newEntryOf(read.data);
  const [issue] = read.error.issues;
  return `${issue?.path.join('/') ?? ''}: ${issue ? issueText(issue) : 'does not fit'}`.slice(0, 500);
}
