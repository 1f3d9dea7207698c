import { REVIEW_VERDICTS, type ReviewVerdict } from '../../core/workflow/model/words';
import { MAX_COMMENT } from '../../shared/taskPage/messages';
import { oneOf, record, text } from '../../shared/webview/shape';

/** What a person said of a task. */
export interface SaidReview {
  readonly verdict: ReviewVerdict;
  readonly comment: string;
}

const said = record({ verdict: oneOf(REVIEW_VERDICTS), comment: text(MAX_COMMENT) });

/** The review that a page hands over with its task; undefined where a person has yet to be asked. */
export function namedReview(argument: unknown): SaidReview | undefined {
  if (!said(argument)) return undefined;
  const isEmpty = argument.verdict === 'changes_requested' && argument.comment.trim() === '';
  return isEmpty ? undefined : argument;
}
