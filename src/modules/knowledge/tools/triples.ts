import * as z from 'zod';
import type { Triple } from '../triple';

/** A part of a triple as it is given: blank ones are refused by the domain, with a code of their own. */
const part = (what: string) => z.string().max(4_096).describe(what);

/** What makes two triples one. */
export const tripleName = {
  subject: part('What it is about.'),
  predicate: part('What is said of it.'),
  object: part('To what, or with which value.'),
};

/** A triple in an answer. */
export const tripleRow = z.strictObject({
  id: z.string().describe('kg-<ordinal>.'),
  subject: z.string().describe('What it is about.'),
  predicate: z.string().describe('What is said of it.'),
  object: z.string().describe('To what, or with which value.'),
  source: z.string().nullable().describe('Who says so.'),
  confidence: z.number().describe('From 0 to 1.'),
  inserted_at: z.int().describe('First said, epoch milliseconds.'),
  updated_at: z.int().describe('Last said, epoch milliseconds.'),
  revision: z.int().describe('How often it was said.'),
  ordinal: z.int().describe('Place in the order of first mention.'),
});

/** The same of a triple that is kept. */
export function rowOf({ insertedAt, updatedAt, ordinal, ...triple }: Triple): z.input<typeof tripleRow> {
  const { subject, predicate, object, source, confidence, revision } = triple;
  return {
    id: `kg-${ordinal}`,
    subject,
    predicate,
    object,
    source,
    confidence,
    inserted_at: insertedAt,
    updated_at: updatedAt,
    revision,
    ordinal,
  };
}
