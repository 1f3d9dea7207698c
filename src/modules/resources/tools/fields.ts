import * as z from 'zod';

/** Fields that the tools of this module have in common. */

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export const word = z.string().trim().min(1).max(200);
export const words = z.array(word).min(1).max(20);

/** The longest is that of a namespace of 1,024 characters, nine for each in its address. */
export const uri = z.string().min(1).max(10_000);
export const level = z.enum(LEVELS);
export const levels = z.array(level).min(1).max(4);
export const fromSeq = z
  .int()
  .min(0)
  .optional()
  .describe('Continue after this number: next_seq of the last answer.');
export const limit = z.int().positive().max(500);
export const nextSeq = z.int().describe('Value for from_seq in the next call.');
export const truncated = z
  .boolean()
  .describe('Older items after from_seq are no longer stored; this starts with the oldest available.');
export const timeSpan = {
  since_ts: z.int().min(0).optional().describe('Not before this time, in epoch ms.'),
  until_ts: z.int().min(0).optional().describe('Not after this time, in epoch ms.'),
};

/** An id to filter by, or several. */
export const idOf = (what: string) => word.optional().describe(`Only this ${what}.`);
export const idsOf = (what: string) => words.optional().describe(`Only these ${what}.`);

interface Filter {
  readonly since_ts?: number | undefined;
  readonly until_ts?: number | undefined;
}

/** A filter says something, and its span has a beginning before its end. */
export const checkFilter = [
  (filter: object) => Object.values(filter).some(value => value !== undefined),
  'at least one filter',
] as const;
export const checkSpan = [
  ({ since_ts: since, until_ts: until }: Filter) => (since ?? 0) <= (until ?? Infinity),
  'since_ts is after until_ts',
] as const;
