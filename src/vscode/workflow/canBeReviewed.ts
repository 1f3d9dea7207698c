import type { Task } from '../../core/workflow/model/state';

/** Whether a person can review a task: it has ended or asks for it, and its files are not put back. */
export function canBeReviewed({ status, completion, reasons }: Task): boolean {
  return status !== 'reverted' && (completion !== null || reasons.length > 0);
}
