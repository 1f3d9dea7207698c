import { lastReview, type Task } from '../../../core/workflow/model/state';
import { quotedText } from './textLines';

/** Tasks that are named (chosen here). */
const MOST_NAMED = 3;

/** Whether a task has ended and a person has the word. */
export function isLeftToReview(task: Task): boolean {
  return task.status === 'awaiting_review' && lastReview(task)?.verdict !== 'changes_requested';
}

/** A sentence on tasks that have ended and wait for a person; none where there are none. */
export function reviewsLeft(tasks: readonly Task[]): readonly string[] {
  const waiting = tasks.filter(isLeftToReview);
  if (waiting.length === 0) return [];
  const names = waiting.slice(0, MOST_NAMED).map(({ id, name }) => `${id} ${quotedText(name, 80)}`);
  const more = waiting.length > MOST_NAMED ? ` and ${waiting.length - MOST_NAMED} more` : '';
  const [what, needs, whose] = waiting.length === 1 ? ['Task', 'needs', 'its'] : ['Tasks', 'need', 'their'];
  return [
    `${what} ${names.join(', ')}${more} still ${needs} the user's review. Don't build on ${whose} changes yet.`,
  ];
}
