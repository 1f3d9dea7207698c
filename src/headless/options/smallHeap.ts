import { setFlagsFromString } from 'node:v8';

/** How long a start takes at most, in milliseconds; many calls later may have as much room as they need. */
const START_MS = 1_000;

/**
 * Keeps the space for new objects at its first size, 1 MiB, while the program starts. V8 would double it up to 16 MiB twice for what
 * a start reads once, and never give it back while the program is idle: 15 of 110 MB (docs/benchmarks.md).
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(() => setFlagsFromString('--semi-space-growth-factor=2'), START_MS).unref();
}
