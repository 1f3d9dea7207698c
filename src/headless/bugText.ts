import type { Redactor } from '../core/support/redactor';

/** Frames of a trace that are told: those nearest to where it happened. */
const FRAMES = 12;

/**
 * What is told of an error that nobody expected: what kind it is and where it came from. Its message is left out, as it may quote
 * a file or a server, unless the system wrote it, which says no more than a path.
 */
export function bugText(error: unknown, redactor: Redactor): string {
  if (!(error instanceof Error)) return 'The thrown value is not an error.';
  if ('syscall' in error) return redactor.text(error.message.split('\n')[0] ?? error.name);
  const frames = (error.stack ?? '').split('\n').filter(line => /^ {4}at /.test(line));
  return redactor.text([error.name, ...frames.slice(0, FRAMES)].join('\n'));
}
