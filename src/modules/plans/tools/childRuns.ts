import * as z from 'zod';

/** Runs by their IDs, as plan_fanout returned them, and children as child_create did. */
export const childrenIn = {
  children: z
    .array(z.string().trim().min(1).max(200))
    .min(1)
    .max(32)
    .describe('IDs of runs, or of child agents.'),
};
