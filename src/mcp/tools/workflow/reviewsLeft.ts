import { lastReview, type Task } from '../../../core/workflow/model/state';
import { quotedText } from './textLines';

/** Tasks that are named (chosen here). */
const MOST_NAMED = 3;

/** A sentence on tasks that have ended and wait for a person; none where there are none. */
export function reviewsLeft(tasks: readonly Task[]): readonly string[] {
  const waiting = tasks.filter(
    task => task.status === 'awaiting_review' && lastReview(task)?.verdict !== 'changes_requested',
  );
  if (waiting.length === 0) return [];
  const names = waiting.slice(0, MOST_NAMED).map(({ id, name }) => `${id} ${quotedText(name, 80)}`);
  const more = waiting.length > MOST_NAMED ? ` and ${waiting.length - MOST_NAMED} more` : '';
  const [what, whose] = waiting.length === 1 ? ['Task', 'its'] : ['Tasks', 'their'];
  return [
    `${what} ${names.join(', ')}${more} ${waiting.length === 1 ? 'waits' : 'wait'} for the user's review: don't build on ${whose} changes before.`,
  ];
}
