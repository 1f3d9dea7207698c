import type { Instant } from '../../../core/support/clock';
import type { FinalMessage } from '../model/childTypes';
import type { ChildLog } from './childLog';

/** What stands for the answer to messages that nobody will answer any more: whoever waits for one must not take the one before for it. */
export function unanswered(log: ChildLog, at: Instant, why: string): FinalMessage {
  const text = `${why} It had not answered what it was sent.`;
  const { seq } = log.add(at, 'meta', text, 'error');
  return { seq, isError: true, text };
}
