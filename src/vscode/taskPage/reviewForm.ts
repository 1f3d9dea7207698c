import { lastReview, type Review, type Task } from '../../core/workflow/model/state';
import type { ReviewForm } from '../../shared/taskPage/picture';
import { canBeReviewed } from '../workflow/canBeReviewed';
import { shownWhole, type Wording } from '../words/wording';

/** Comments of the last review that are read out. */
const MAX_LINES = 10;

/** Where a person reviews the task, with what they said last; undefined where there is nothing to review. */
export function reviewFormOf(
  task: Task,
  isToReview: boolean,
  wording: Wording,
): Omit<ReviewForm, 'draft'> | undefined {
  if (!canBeReviewed(task)) return undefined;
  const { t } = wording;
  const review = lastReview(task);
  return {
    title: t('Your Review'),
    placeholder: t('Comment for the agent'),
    lines: review && !isToReview ? linesOf(review, wording) : [],
    approve: t('Approve'),
    request: t('Request Changes'),
    chat: t('Send to Chat'),
    missing: t('Describe what should change.'),
  };
}

function linesOf({ verdict, comments, at, isDelivered }: Review, { t, time }: Wording): readonly string[] {
  return [
    verdict === 'approved'
      ? t('You approved this at {0}.', time(at))
      : t('You asked for changes at {0}.', time(at)),
    ...comments.slice(0, MAX_LINES).map(comment => shownWhole(comment)),
    ...(isDelivered ? [] : [t("Sent with the agent's next message.")]),
  ];
}
