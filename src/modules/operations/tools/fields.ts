import * as z from 'zod';
import type { Operation } from '../../../core/operations/operation';

/** Fields that the tools of this module have in common. */

export const lifecycle = z
  .enum(['running', 'paused', 'cancelling', 'succeeded', 'failed', 'cancelled'])
  .describe("cancelling: it was told to stop, but hasn't yet.");

export const progress = z
  .strictObject({
    progress: z.number().describe("Progress in the operation's own unit."),
    total: z.number().nullable().describe('Total in the same unit; null if unknown.'),
  })
  .nullable()
  .describe('Latest progress message, or null.');

export function progressOf({ progress: told }: Operation): z.input<typeof progress> {
  return told === undefined ? null : { progress: told.progress, total: told.total ?? null };
}
