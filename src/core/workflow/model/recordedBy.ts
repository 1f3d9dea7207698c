import type { Task } from './state';

/** Who recorded the start and the end of a task, which may be two people; empty where nobody signed in. */
export function recordedBy({ start, completion }: Pick<Task, 'start' | 'completion'>): string {
  return [...new Set([start?.by, completion?.end?.by])].filter(by => by !== undefined).join(', ');
}
