/**
 * How long tests wait for what a window shows, however slow its machine: what is there sooner is not waited for, so only a failure takes
 * this long. Machines that run the tests differ by a factor of four.
 */
export const PATIENCE_MS = 120_000;

/** After this long, a person would do it once more: see again.ts. */
export const GIVE_UP_MS = 20_000;
