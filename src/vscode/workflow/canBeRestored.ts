import type { Task } from '../../core/workflow/model/state';

/** Whether files of a task can be put back: their contents were kept, and they are not back already. */
export function canBeRestored({ status, completion }: Task): boolean {
  return status !== 'reverted' && completion?.account.isRestorable === true;
}
