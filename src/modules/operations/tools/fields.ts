import * as z from 'zod';
import type { Operation } from '../../../core/operations/operation';

/** Fields that the tools of this module have in common. */

export const lifecycle = z
  .enum(['running', 'paused', 'cancelling', 'succeeded', 'failed', 'cancelled'])
  .describe('cancelling: it was told to stop, and has not yet.');

export const progress = z
  .strictObject({
    progress: z.number().describe('How far it has come, in its own measure.'),
    total: z.number().nullable().describe('How far it has to go; null where it does not say.'),
  })
  .nullable()
  .describe('What it told of its progress; null where it told nothing.');

export function progressOf({ progress: told }: Operation): z.input<typeof progress> {
  return told === undefined ? null : { progress: told.progress, total: told.total ?? null };
}
