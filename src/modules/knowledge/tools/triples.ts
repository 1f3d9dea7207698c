import * as z from 'zod';
import type { Triple } from '../triple';

/** A part of a triple as it is given: blank ones are refused by the domain, with a code of their own. */
const part = (what: string) => z.string().max(4_096).describe(what);

/** What makes two triples one. */
export const tripleName = {
  subject: part('Subject.'),
  predicate: part('Predicate.'),
  object: part('Object or value.'),
};

/** A triple in an answer. */
export const tripleRow = z.strictObject({
  id: z.string().describe('kg-<ordinal>.'),
  subject: z.string().describe('Subject.'),
  predicate: z.string().describe('Predicate.'),
  object: z.string().describe('Object or value.'),
  source: z.string().nullable().describe('Source.'),
  confidence: z.number().describe('From 0 to 1.'),
  inserted_at: z.int().describe('First inserted, epoch ms.'),
  updated_at: z.int().describe('Last inserted, epoch ms.'),
  revision: z.int().describe('Revision: number of times inserted.'),
  ordinal: z.int().describe('Position in insertion order.'),
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
