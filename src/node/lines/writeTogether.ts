import type { Writable } from 'node:stream';

/**
 * Writes a line with all others of this turn of the event loop in one system call: each of its own would wake the reader, which is
 * most of what passing on a short message costs. `done` hears when it has left us, or why it could not.
 */
export function writeTogether(stream: Writable, line: string, done: (error?: Error | null) => void): void {
  stream.cork();
  stream.write(line, done);
  process.nextTick(() => stream.uncork());
}
