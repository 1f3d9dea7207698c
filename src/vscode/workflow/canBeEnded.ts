import { isOpen, type TaskStatus } from '../../core/workflow/model/words';

/** Whether a person can end a task that is in this: it has not ended, or only because its program did. */
export function canBeEnded(status: TaskStatus): boolean {
  return isOpen(status) || status === 'planned' || status === 'abandoned';
}
