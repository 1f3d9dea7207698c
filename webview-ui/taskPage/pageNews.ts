import type { TaskPicture } from '../../src/shared/taskPage/picture';

/** What to say of a new picture to somebody who does not see it: its new state, and what happened last. */
export function pageNewsOf(before: TaskPicture, after: TaskPicture): string {
  const known = new Set(before.timeline.map(({ id }) => id));
  const happened = after.timeline.findLast(({ id }) => !known.has(id) && id !== 'now');
  const state = before.heading?.state === after.heading?.state ? undefined : after.heading?.state;
  return [happened?.title, state].filter(part => part !== undefined).join('. ');
}
